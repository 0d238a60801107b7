"""`python -m fieldpress` is the `fieldpress` command."""

from fieldpress.cli import main

if __name__ == "__main__":
    main()
