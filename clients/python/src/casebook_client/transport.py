"""One GraphQL call over HTTP, retried if that is safe."""

import email.utils
import http.client
import json
import re
import time
import urllib.error
import urllib.request
import uuid


class CasebookError(Exception):
    """A call that the server refused. Programs should use code and reason; the message is for people."""

    def __init__(self, error, status):
        super().__init__(error.get("message", f"The server answered {status}."))
        self.extensions = error.get("extensions", {})
        self.code = self.extensions.get("code")
        self.reason = self.extensions.get("reason")
        self.field = self.extensions.get("field")
        self.status = status


class Transport:
    def __init__(self, url, token, timeout, attempts):
        self.url, self.token = url.rstrip("/"), token
        self.timeout, self.attempts = timeout, attempts

    def call(self, query, variables):
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        # The same key for each attempt: a write that succeeded before the connection broke is not repeated.
        is_write = re.match(r"(\s|#.*\n)*mutation\b", query)
        if is_write:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        body = json.dumps({"query": query, "variables": variables or {}}).encode()
        unsettled = None
        for attempt in range(1, self.attempts + 1):
            wait = min(2**attempt, 30)
            request = urllib.request.Request(self.url + "/graphql", body, headers)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
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

    @staticmethod
    def _data(answer, status):
        errors = answer.get("errors")
        if errors:
            raise CasebookError(errors[0], status)
        return answer["data"]


def _error_of(refusal):
    try:
        error = json.load(refusal)["errors"][0]
    except (ValueError, LookupError, TypeError, http.client.HTTPException, OSError):
        error = {}
    return CasebookError(error, refusal.code)


def _seconds_of(retry_after, otherwise):
    """The seconds of a Retry-After header, which a proxy may give as a date."""
    try:
        if retry_after.strip().isdecimal():
            return int(retry_after)
        return max(0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (AttributeError, TypeError, ValueError):
        return otherwise
