% A text of the dialect `xsb` that is loaded into a module.

:- expects_dialect(swi).
:- load_files(xsb_into:xsb_import, [dialect(xsb)]).

?- xsb_into:both(L).
   L = [1,2].
