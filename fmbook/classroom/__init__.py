"""A class server: one laptop serves a whole class, which plays at its tables in any browser of the room.

Jupyter's own server and Voilà's front end show the desks; pupils run no code, and see no file and no other desk.
``room`` has tables and seats, ``guests`` who is who, ``kernels`` what runs for them, ``doors`` what a browser may ask
for, ``pages`` how that looks, ``server`` starts and ends it all.
"""
