"""The addresses of the site: the administration, and the pages as JSON for the tests."""

from django.contrib import admin
from django.http import JsonResponse
from django.urls import include, path
from wagtail.admin import urls as wagtail_urls
from wagtail.documents import urls as document_urls
from wagtail.images.models import Image

from pages.models import Event


def data(request):
    """All events and images."""
    events = [
        {
            "title": event.title,
            "day": event.day and event.day.isoformat(),
            "body": event.body,
            "live": event.live,
            "guests": [[guest.name, guest.seats] for guest in event.guests.all()],
        }
        for event in Event.objects.order_by("title")
    ]
    images = [[image.title, image.width] for image in Image.objects.all()]
    return JsonResponse({"events": events, "images": images})


urlpatterns = [
    path("data", data),
    path("django/", admin.site.urls),
    path("admin/", include(wagtail_urls)),
    path("documents/", include(document_urls)),
]
