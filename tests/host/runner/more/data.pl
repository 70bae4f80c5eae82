no queries here.
