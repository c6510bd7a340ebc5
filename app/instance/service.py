"""Instance service: what the page and others are told of the server."""

from __future__ import annotations

from app.infra.database import Database
from app.infra.problems import not_found
from app.infra.settings import Settings
from app.instance.face import read_face
from app.instance.notices import Notices
from app.wire import given
from app.wire.instance import HostTexts, Instance, InstancePage, SignInProvider, SitePage


class Instances:
    """The face of this server, read once, and its notices. Raises WrongSetting."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.settings = settings
        self.face = read_face(settings.instance_folder)
        self.notices = Notices(database)
        self.name = self.face.name

    async def view(self) -> Instance:
        face, notice = self.face, await self.notices.current()
        return Instance(
            name=face.name,
            texts={
                language: HostTexts(tagline=given(texts.tagline), welcome=given(texts.welcome))
                for language, texts in face.texts.items()
            },
            pages={page: [*texts] for page, texts in face.pages.items()},
            registration=self.settings.registration,
            guests=self.settings.guests,
            providers=[
                SignInProvider(id=provider.id, name=provider.name)
                for provider in self.settings.providers
            ],
            mail=self.settings.sends_mail,
            announcement=notice.announcement,
            maintenance=notice.maintenance,
            logo=face.logo is not None,
            accent=given(face.accent),
            accent_light=given(face.accent_light),
            contact=given(face.contact),
        )

    def page(self, page: SitePage, language: str) -> InstancePage:
        """A page in that language, or in another. Raises Problem not-found."""
        texts = self.face.pages.get(page)
        if not texts:
            raise not_found("page")
        chosen = next((known for known in (language, "en", *texts) if known in texts), "en")
        return InstancePage(language=chosen, html=texts[chosen])
