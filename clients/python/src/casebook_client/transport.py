"""One GraphQL call over HTTP, retried if that is safe."""

from __future__ import annotations

import email.utils
import http.client
import ipaddress
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Mapping


class CasebookError(Exception):
    """A call that the server refused. Programs should use code and reason; the message is for people.

    code, reason and field are those of the API, or None; status is the HTTP status. mistakes lists what is wrong with a
    refused file, by row and column.
    """

    mistakes: list[dict[str, Any]]

    def __init__(self, error: Mapping[str, Any], status: int) -> None:
        is_redirect = 300 <= status < 400
        otherwise = f"The server answered {status}." + (" Give the address that it redirects to." if is_redirect else "")
        super().__init__(error.get("message", otherwise))
        self.extensions: dict[str, Any] = error.get("extensions", {})
        self.code: str | None = self.extensions.get("code")
        self.reason: str | None = self.extensions.get("reason")
        self.field: str | None = self.extensions.get("field")
        self.status = status
        self.mistakes = []


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A call goes to the server that it was meant for, or fails: a redirect would take the token elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def refuse_insecure(url: str) -> None:
    """Raises ValueError for an address over which everybody in between could read the token."""
    parts = urllib.parse.urlsplit(url)
    is_loopback = parts.hostname == "localhost" or _is_loopback(parts.hostname)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback):
        raise ValueError(f"Give an address that begins with https://; {url} would send the token unprotected.")


def _is_loopback(host: str | None) -> bool:
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


class Transport:
    """Makes calls with a token, each attempt within `timeout` seconds."""

    def __init__(self, url: str, token: str, timeout: float, attempts: int) -> None:
        refuse_insecure(url)
        self.url, self.token = url.rstrip("/"), token
        self.timeout, self.attempts = timeout, attempts

    def call(self, query: str, variables: Mapping[str, Any] | None) -> dict[str, Any]:
        """Returns the data of the answer. Raises CasebookError, or the last error of the connection."""
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        # The same key for each attempt: a write that succeeded before the connection broke is not repeated.
        is_write = re.match(r"(\s|#.*\n)*mutation\b", query)
        if is_write:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        body = json.dumps({"query": query, "variables": variables or {}}).encode()
        unsettled: Exception | None = None
        error: Exception
        for attempt in range(1, self.attempts + 1):
            wait = min(2**attempt, 30)
            request = urllib.request.Request(self.url + "/graphql", body, headers)
            try:
                with _opener.open(request, timeout=self.timeout) as answer:
                    return self._data(json.load(answer), answer.status)
            except urllib.error.HTTPError as refusal:
                # 502 and 504 are a proxy's: the server's answer did not arrive.
                error, may_be_done = _error_of(refusal), refusal.code in (502, 504)
                if refusal.code not in (429, 502, 503, 504):
                    raise error from None
                wait = _seconds_of(refusal.headers.get("Retry-After"), wait)
            except CasebookError as refusal:
                error, may_be_done = refusal, refusal.reason == "write.unknown"
                if refusal.reason not in ("database.unavailable", "write.unknown"):
                    raise
                wait = error.extensions.get("retryAfterSeconds", wait)
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError) as broken:
                error, may_be_done = broken, True
            # What an attempt may have written, a later one that was not executed does not deny.
            if is_write and may_be_done:
                unsettled = unsettled or error
            if attempt == self.attempts:
                raise unsettled or error
            time.sleep(wait)
        raise ValueError("attempts must be at least 1.")

    @staticmethod
    def _data(answer: Mapping[str, Any], status: int) -> dict[str, Any]:
        errors = answer.get("errors")
        if errors:
            raise CasebookError(errors[0], status)
        return answer["data"]


def _error_of(refusal: urllib.error.HTTPError) -> CasebookError:
    try:
        error = json.load(refusal)["errors"][0]
    except (ValueError, LookupError, TypeError, http.client.HTTPException, OSError):
        error = {}
    return CasebookError(error, refusal.code)


def _seconds_of(retry_after: Any, otherwise: float) -> float:
    """The seconds of a Retry-After header, which a proxy may give as a date."""
    try:
        if retry_after.strip().isdecimal():
            return int(retry_after)
        return max(0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (AttributeError, TypeError, ValueError):
        return otherwise
