"""How a test reads the Data page and does on it what a reader does."""

from lcexplore.words import NBSP


def said(app):
    return " ".join(each.proto.body for each in app.get("html")).replace(NBSP, " ")


def uploaded(app, name, content):
    app.file_uploader(key="files").upload(name, content, "application/octet-stream").run()
    assert not app.exception, app.exception
    return app


def imported(app, **texts):
    for key, value in texts.items():
        app.text_input(key=key).set_value(value)
    next(each for each in app.button if each.label == "Import").click().run()
    assert not app.exception, app.exception
    return app


def kind(app, name):
    app.segmented_control(key="kind").set_value(name).run()
    assert not app.exception, app.exception
    return app
