/* Start of a program on an emulated Cortex-M7: the two first vectors, and the floating-point unit. */
extern void _start(void);
void reset(void);
extern void *const vectors[2];
__attribute__((section(".vectors"), used)) void *const vectors[2] = {(void *)0x20400000, (void *)reset};

void reset(void)
{
  *(volatile unsigned *)0xE000ED88u |= 0xFu << 20; /* CPACR */
  __asm volatile("dsb\n isb");
  _start();
}
