"""Entry point of `python -m parados`, which runs the command `parados`."""

from parados.cli.main import app

if __name__ == "__main__":
    app(prog_name="parados")
