Dear teacher, I have lost my solution. It was "very good.
