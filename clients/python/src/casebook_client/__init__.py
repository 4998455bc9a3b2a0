"""A client for the API of a Casebook server. Start with Casebook."""

from .client import Casebook, CasebookError, ExportError

__all__ = ["Casebook", "CasebookError", "ExportError"]
