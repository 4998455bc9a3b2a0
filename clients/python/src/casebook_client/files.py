"""Uploads and downloads. Neither holds a whole file in memory."""

from __future__ import annotations

import base64
import gzip
import hashlib
import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zipfile
from typing import IO, Any, Callable, Iterable

PIECE = 1 << 20


def sha256_of(path: str) -> str:
    """The SHA-256 of a file, as lowercase hexadecimal."""
    with open(path, "rb") as file:
        return _sha256_of(file)


def _sha256_of(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while piece := file.read(PIECE):
        digest.update(piece)
    return digest.hexdigest()


def gzip_of(path: str) -> str:
    """A text file of a few megabytes, compressed to fit into a call, as base64."""
    with open(path, "rb") as file:
        return base64.b64encode(gzip.compress(file.read())).decode()


def fields_of(text: str) -> list[list[str]]:
    """The form fields of '{name=value,name=value}'."""
    return [field.split("=", 1) for field in text[1:-1].split(",")]


def post_form(address: str, fields: Iterable[list[str]], path: str, timeout: float) -> None:
    """Sends a file as multipart/form-data, after the fields. Raises OSError if the store refuses it."""
    boundary = uuid.uuid4().hex
    head = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields
    )
    head += f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n'
    head += "Content-Type: application/octet-stream\r\n\r\n"
    begin, end = head.encode(), f"\r\n--{boundary}--\r\n".encode()
    url = urllib.parse.urlsplit(address)
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = kind(url.netloc, timeout=timeout)
    try:
        target = urllib.parse.urlunsplit(("", "", url.path or "/", url.query, ""))
        connection.putrequest("POST", target)
        connection.putheader("Content-Type", f"multipart/form-data; boundary={boundary}")
        connection.putheader("Content-Length", str(len(begin) + os.path.getsize(path) + len(end)))
        connection.endheaders()
        connection.send(begin)
        with open(path, "rb") as file:
            while piece := file.read(PIECE):
                connection.send(piece)
        connection.send(end)
        answer = connection.getresponse()
        said = answer.read(2000)
        if answer.status >= 300:
            raise OSError(f"The store answered {answer.status}: {said.decode(errors='replace')}")
    finally:
        connection.close()


def upload(
    call: Callable[..., Any], subjectid: str, named: dict[str, Any], path: str, timeout: float
) -> dict[str, Any]:
    """Records a file, sends it to the store and returns its row, UPLOADED. Raises OSError if the store does not hold it."""
    row = call(
        "mutation ($s: ID!, $i: ReferenceDataInput!) "
        "{ addReferenceData(subjectid: $s, input: $i) { referencedataid objectUrl fields } }",
        {"s": subjectid, "i": named},
    )["addReferenceData"]
    post_form(row["objectUrl"], fields_of(row["fields"]), path, timeout)
    for attempt in range(10):
        done: dict[str, Any] = call(
            "mutation ($s: ID!, $r: ID!) { completeReferenceData(subjectid: $s, referencedataid: $r) "
            "{ referencedataid filename status size } }",
            {"s": subjectid, "r": row["referencedataid"]},
        )["completeReferenceData"]
        if done["status"] == "UPLOADED":
            return done
        time.sleep(min(2**attempt, 10))
    raise OSError(f"The store does not hold {path} though it took it; its status is {done['status']}.")


def download(link: Callable[[], str], part: str, size: int, timeout: float, attempts: int) -> None:
    """Completes the file `part` of `size` bytes, from where an earlier download of the same content ended.

    `link` answers a new address, since one expires after some minutes. Raises OSError after so many attempts in a row
    that brought nothing.
    """
    failed = 0
    while True:
        have = os.path.getsize(part) if os.path.exists(part) else 0
        if have > size:
            os.remove(part)
            have = 0
        if have == size and size > 0:
            return
        try:
            _append(link(), part, have, timeout)
        except (http.client.HTTPException, OSError) as broken:
            now = os.path.getsize(part) if os.path.exists(part) else 0
            failed = 0 if now > have else failed + 1
            if failed >= attempts:
                raise OSError(f"{now} of {size} bytes arrived: {broken}") from broken
            time.sleep(min(2**failed, 30) if failed else 1)


def _append(address: str, part: str, have: int, timeout: float) -> None:
    request = urllib.request.Request(address, headers={"Range": f"bytes={have}-"} if have else {})
    with urllib.request.urlopen(request, timeout=timeout) as answer:
        # A store that does not know ranges answers 200 with the whole file.
        with open(part, "ab" if answer.status == 206 else "wb") as file:
            while piece := answer.read(PIECE):
                file.write(piece)


def verify(path: str, sha256: str) -> None:
    """Compares the ZIP of an export with its manifest, and the manifest with its recorded SHA-256.

    Raises OSError naming the first entry that differs. An uploaded file that differs from its upload is no fault of the
    download: the manifest has what is in the ZIP.
    """
    try:
        with zipfile.ZipFile(path) as bundle:
            with bundle.open("manifest.json") as file:
                manifest = file.read()
            if hashlib.sha256(manifest).hexdigest() != sha256:
                raise OSError("The SHA-256 of manifest.json differs from the recorded one.")
            for entry in json.loads(manifest)["entries"]:
                with bundle.open(entry["path"]) as file:
                    if _sha256_of(file) != entry["sha256"]:
                        raise OSError(f"The SHA-256 of {entry['path']} differs from the one in manifest.json.")
    except (zipfile.BadZipFile, KeyError) as broken:
        raise OSError(f"The file is no complete export: {broken}") from broken
