"""Request guard: hosts, tokens, sizes of bodies, and the headers of every answer."""

from __future__ import annotations

import secrets
import sys
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pokerzoo.envs.support.errors import brief

from .settings import LOOPBACK, Settings

COOKIE = "pokerzoo_token_{port}"
"""A cookie goes to all ports of a host: explorers on two of them must not take each other's."""
READING = ("GET", "HEAD", "OPTIONS")
UPLOADS = "/api/policies/upload"
"""The one address that takes files."""

NEEDED = "a token is needed: open the address printed at the start, or send 'Authorization: Bearer TOKEN'"

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


class Guard:
    """Refuses what does not come from the page itself or from a script of the user; sets what browsers are to keep to.

    - The Host header must be the server's own address: a page elsewhere whose name is made to point here (DNS rebinding) has
      another. (Starlette's ``TrustedHostMiddleware`` knows no port, and its answer is no JSON and names no address.)
    - The Origin of a browser's request must be the server's own.
    - With a token every request must show it: as a bearer, or as a cookie. The address with ``?token=`` sets the cookie and
      leads on to the same address without the token, which so is in no link and no history.
    - A request's body has a largest size; that of a file is larger.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.cookie = COOKIE.format(port=settings.port)
        names = {settings.host.lower()} | (set(LOOPBACK) if settings.host in LOOPBACK else set())
        hosts = {f"[{name}]" if ":" in name else name for name in names}
        self.anywhere = settings.host in ("0.0.0.0", "::")  # many addresses lead here: the token is what counts
        self.authorities = {f"{host}:{settings.port}" for host in hosts} | (hosts if settings.port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # the server's own start and end; no web sockets are served
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        guarded = _with_headers(scope, send)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            return await _refusal(*refusal)(scope, receive, guarded)
        token = self.settings.token
        if token is not None and scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api"):
            tokens, rest = _split_token(scope)
            if any(_same(token_given, token) for token_given in tokens):
                path = quote("/" + scope["path"].lstrip("/"))  # never //host, which leads elsewhere
                target = f"{path}?{rest}" if rest else path
                cookie = f"{self.cookie}={token}; HttpOnly; SameSite=Strict; Path=/"
                return await RedirectResponse(target, 303, {"set-cookie": cookie})(scope, receive, guarded)
        if token is not None and not any(_same(shown, token) for shown in self._shown(headers)):
            return await _refusal(401, NEEDED)(scope, receive, guarded)
        limit = self.settings.max_upload if scope["path"] == UPLOADS else self.settings.max_body
        if _length(headers) > limit:
            return await _refusal(413, _too_large(limit))(scope, receive, guarded)
        await self.app(scope, _limited(receive, limit), guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "").lower()
        if not self.anywhere and host not in self.authorities:
            return 421, f"Host {brief(host)}: this server is {self.settings.authority}"
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return 403, f"Origin {brief(origin)}: only the page of this server may ask"
        from_elsewhere = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        if from_elsewhere and (scope["method"] not in READING or scope["path"].startswith("/api")):
            return 403, "only the page of this server may ask"
        return None

    def _shown(self, headers: Headers) -> list[str]:
        """All tokens that a request shows."""
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        shown = [bearer.strip()] if kind.lower() == "bearer" else []
        try:
            morsel = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return shown
        return shown if morsel is None else [*shown, morsel.value]


def _with_headers(scope: Scope, send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            out = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                out[name] = value
            if "cache-control" not in out:
                out["Cache-Control"] = "no-store" if scope["path"].startswith("/api") else "no-cache"
        await send(message)

    return sent


def _limited(receive: Receive, limit: int) -> Receive:
    """The same, with an error for a body that grows too large."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise HTTPException(413, _too_large(limit))  # FastAPI lets these through where it reads a body
        return message

    return limited


def _too_large(limit: int) -> str:
    return f"too large: at most {limit:,} bytes are taken"


def _refusal(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": {"message": message}}, status)


def _same(shown: str, token: str) -> bool:
    return secrets.compare_digest(shown.encode(), token.encode())


def _split_token(scope: Scope) -> tuple[list[str], str]:
    """The tokens in the address, and its query without them."""
    pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    return [value for name, value in pairs if name == "token"], urlencode([pair for pair in pairs if pair[0] != "token"])


def _length(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) < 20 else 0 if not length.isdecimal() else sys.maxsize
