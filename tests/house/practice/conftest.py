"""A house at its edge."""

from tests.web.conftest import edge

__all__ = ["edge"]
