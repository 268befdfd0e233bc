"""Build the documentation site: pages that are generated, equations, links and docstrings. `mkdocs.yml` names `site_hooks`."""
