"""Pages with a rich text, a date, and a list of rows."""

from django.db import models
from modelcluster.fields import ParentalKey
from wagtail.admin.panels import FieldPanel, InlinePanel
from wagtail.fields import RichTextField
from wagtail.models import Orderable, Page


class Event(Page):
    """An event."""

    day = models.DateField(null=True, blank=True)
    body = RichTextField(blank=True)
    content_panels = Page.content_panels + [
        FieldPanel("day"),
        FieldPanel("body"),
        InlinePanel("guests", label="Guest"),
    ]
    template = "wagtailadmin/base.html"


class Guest(Orderable):
    """A guest of an event."""

    event = ParentalKey(Event, on_delete=models.CASCADE, related_name="guests")
    name = models.CharField(max_length=80)
    seats = models.IntegerField(default=1)
