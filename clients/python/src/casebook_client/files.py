"""Uploads and downloads. Neither holds a whole file in memory."""

import base64
import gzip
import hashlib
import http.client
import os
import shutil
import urllib.parse
import urllib.request
import uuid

PIECE = 1 << 20


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def gzip_of(path):
    """A text file of a few megabytes, compressed to fit into a call, as base64."""
    with open(path, "rb") as file:
        return base64.b64encode(gzip.compress(file.read())).decode()


def fields_of(text):
    """The form fields of '{name=value,name=value}'."""
    return [field.split("=", 1) for field in text[1:-1].split(",")]


def post_form(address, fields, path, timeout):
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


def download(address, path, timeout):
    """Downloads to a temporary name first, so that a file at path is always complete."""
    part = f"{path}.part"
    with urllib.request.urlopen(address, timeout=timeout) as answer, open(part, "wb") as file:
        shutil.copyfileobj(answer, file, PIECE)
        expected = answer.headers.get("Content-Length")
        if expected is not None and file.tell() != int(expected):
            raise OSError(f"{file.tell()} of {expected} bytes arrived.")
    os.replace(part, path)
