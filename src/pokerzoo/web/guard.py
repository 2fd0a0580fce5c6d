"""What stands before every request: who may ask, how much may be sent, and what a browser may load."""

from __future__ import annotations

import json
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .settings import LOOPBACK, Settings

COOKIE = "pokerzoo_token"
UPLOADS = "/api/policies/upload"
"""The one address that takes files."""
READING = ("GET", "HEAD", "OPTIONS")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The Content-Security-Policy: nothing from elsewhere, no inline scripts or styles."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class TooLarge(Exception):
    """More came than may come."""


class Guard:
    """Refuses what does not come from the page itself or from a script of the user; sets what browsers are to keep to.

    - The Host header must be the server's own address: a page elsewhere whose name is made to point here (DNS rebinding) has
      another.
    - The Origin of a browser's request must be the server's own.
    - With a token every request must show it: as a cookie, which the address with ``?token=`` sets, or as a bearer.
    - A request's body may have ``max_body`` bytes, a file that is sent ``max_upload``.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        names = {settings.host} | (set(LOOPBACK) if settings.host in LOOPBACK else set())
        hosts = {f"[{name}]" if ":" in name else name for name in names}
        self.anywhere = settings.host in ("0.0.0.0", "::")  # many addresses lead here: the token is what counts
        self.authorities = {f"{host}:{settings.port}" for host in hosts} | (hosts if settings.port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # the server's own start and end; no web sockets are served
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        guarded = self._with_headers(scope, send)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(guarded, *refusal)
            return
        limit = self.settings.max_upload if scope["path"] == UPLOADS else self.settings.max_body
        if _length(headers) > limit:
            await _refuse(guarded, 413, f"too large: at most {limit:,} bytes are taken")
            return
        started = False
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise TooLarge
            return message

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await guarded(message)

        try:
            await self.app(scope, counted, noted)
        except TooLarge:
            if not started:
                await _refuse(guarded, 413, f"too large: at most {limit:,} bytes are taken")

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self.anywhere and host not in self.authorities:
            return 421, f"Host {host!r}: this server is {self.settings.authority}"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, f"Origin {origin!r}: only the page of this server may ask"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and scope["method"] not in READING:
            return 403, "only the page of this server may ask"
        if headers.get("sec-fetch-site") in ("cross-site", "same-site") and scope["path"].startswith("/api"):
            return 403, "only the page of this server may ask"
        if self.settings.token is not None and not _shows(self.settings.token, scope, headers):
            return 401, "a token is needed: open the address printed at the start, or send 'Authorization: Bearer TOKEN'"
        return None

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        cookie = None
        if self.settings.token is not None and self.settings.token in parse_qs(scope["query_string"].decode("latin-1")).get(
            "token", ()
        ):
            cookie = f"{COOKIE}={self.settings.token}; HttpOnly; SameSite=Strict; Path=/"

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out[name] = value
                if cookie is not None:
                    out.append("Set-Cookie", cookie)
                if "cache-control" not in out:
                    out["Cache-Control"] = "no-store" if scope["path"].startswith("/api") else "no-cache"
            await send(message)

        return sent


def _shows(token: str, scope: Scope, headers: Headers) -> bool:
    return any(secrets.compare_digest(shown.encode(), token.encode()) for shown in _shown(scope, headers))


def _shown(scope: Scope, headers: Headers) -> list[str]:
    """All tokens that a request shows."""
    shown = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
    kind, _, bearer = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        shown.append(bearer.strip())
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return shown
    return shown if morsel is None else [*shown, morsel.value]


def _length(headers: Headers) -> int:
    given = headers.get("content-length", "0")
    return int(given) if given.isdecimal() else 0


async def _refuse(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": {"message": message}}).encode()
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})
