"""Instance routes, `/instance`: the server's name, pages, policy and notices."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from app.api.dependencies import InstanceDep
from app.api.parameters import SitePageName
from app.http.request_bodies import JsonRoute
from app.infra.problems import not_found
from app.wire.instance import Instance, InstancePage
from app.wire.operations import reads

router = APIRouter(route_class=JsonRoute, tags=["instance"])

LOGO_HEADERS = {
    "cache-control": "public, max-age=3600",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""An SVG must not run scripts, even if it is opened alone."""


@router.get("/instance", operation_id="getInstance", summary="The server itself")
@reads()
async def instance(instances: InstanceDep) -> Instance:
    """The server's name and pages, who may take part, and what is announced."""
    return await instances.view()


@router.get("/instance/pages/{page}", operation_id="getInstancePage", summary="A page of the host")
@reads("not-found")
async def instance_page(
    page: SitePageName,
    instances: InstanceDep,
    lang: Annotated[
        str, Query(pattern="^[a-z]{2}$", description="The preferred language.", examples=["de"])
    ] = "en",
) -> InstancePage:
    """Imprint, terms, privacy or rules, as the host has written them."""
    return instances.page(page, lang)


@router.get("/instance/logo", operation_id="getLogo", summary="The server's logo")
@reads("not-found", reply=None, media="image/*")
async def logo(instances: InstanceDep) -> Response:
    """The logo, an SVG or PNG picture."""
    if instances.face.logo is None:
        raise not_found("logo")
    media, content = instances.face.logo
    return Response(content, media_type=media, headers=LOGO_HEADERS)
