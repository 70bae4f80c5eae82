//! Cases of ISO conformity, by subject. Each row is a text and what `writeq/1` makes of it, or
//! the functional notation that it stands for, or a text that is not a term.

use super::Session;
use crate::syntax::ops::OpType;

fn writeq(cases: &[(&str, &str)]) {
    let mut s = Session::new();
    for (text, expected) in cases {
        assert_eq!(s.writeq(text), *expected, "writeq of {text:?}");
    }
}

fn canonical(cases: &[(&str, &str)]) {
    let mut s = Session::new();
    for (text, expected) in cases {
        assert_eq!(s.canonical(text), *expected, "reading {text:?}");
    }
}

fn errors(texts: &[&str]) {
    let mut s = Session::new();
    for text in texts {
        s.error(text);
    }
}

#[test]
fn escapes_and_quotes() {
    writeq(&[
        (r"'\n'.", r"'\n'"),
        ("'\\\n'.", "''"),
        ("'\\\na'.", "a"),
        ("'a\\\nb'.", "ab"),
        ("'a\\\n b'.", "'a b'"),
        (r"'\t'.", r"'\t'"),
        (r"'\7\'.", r"'\a'"),
        (r"'\033\'.", r"'\x1b\'"),
        (r"'\0\'.", r"'\x0\'"),
        (r"'\s\u0041\U0001F600'.", "' A😀'"),
        (r#"'\'\`\"\"'."#, r#"'\'`""'"#),
        ("''''.", r"'\''"),
        (r"'\141\'.", "a"),
        (r"'\141\141'.", "a141"),
        (r"'\x61\'.", "a"),
        (r"'\b\r\f\t\n'.", r"'\b\r\f\t\n'"),
        ("'^`'.", "'^`'"),
        ("'/*'.", "'/*'"),
        ("//* .", "//*"),
        ("//*.*/ .", "//*.*/"),
        ("'/**'.", "'/**'"),
        ("'*/'.", "*/"),
        ("'.'.", "'.'"),
        (".+ .", ".+"),
        ("'\\\\'.", "\\"),
        (
            "\"\\'\\`\\\"\" = \"'`\"\"\".",
            "['\\'','`','\"']=['\\'','`','\"']",
        ),
    ]);
    errors(&[
        "'\n",
        "'\t'.",
        "0'\t.",
        r"'\e'.",
        "X = `a`.",
        "'a\nb'.",
        r"writeq('\ ').",
        "writeq('\\ \n').",
        "writeq('\\\t').",
        r"writeq('\ca').",
        r"writeq('\d').",
        r"writeq('\u1').",
        r"X = 0'\u1.",
        "writeq('",
        "'\\\n''.",
        r"X = 0'\.",
        r"X = 0'\. .",
        r"a = '\141'.",
        r"X = '\9'.",
        r"X = '\N'.",
        r"X = '\\\'.",
        r"X = '\77777777777\'.",
        r"atom_codes('\xG\',Cs).",
        "atom(`).",
        r"writeq(0'\z).",
        r"char_code('\^',X).",
        r"writeq(0'\c).",
        r"writeq(0'\ ).",
        r#""\z"."#,
    ]);
}

#[test]
fn error_names_follow_scryer() {
    let mut s = Session::new();
    let cases = [
        (r"writeq('\d').", "invalid_single_quoted_character"),
        ("writeq('\n').", "invalid_single_quoted_character"),
        (")\n", "incomplete_reduction"),
        (".\n", "incomplete_reduction"),
        (r"writeq(0'\z).", "unexpected_char"),
        (r#""\z."."#, "missing_quote"),
        ("X = 1.0e999.", "infinite_float"),
        ("foo(", "unexpected_end_of_file"),
        ("foo(a.", "incomplete_reduction"),
        ("a b.", "incomplete_reduction"),
    ];
    for (text, name) in cases {
        assert_eq!(s.error(text), name, "{text:?}");
    }
}

#[test]
fn numbers() {
    canonical(&[
        ("X = 0'a.", "=(X,97)"),
        ("X = 0'''.", "=(X,39)"),
        (r"X = 0'\'.", "=(X,39)"),
        ("X = 0' .", "=(X,32)"),
        (r"X = 0'\x41\ .", "=(X,65)"),
        (r"X =0'\x41\.", "=(X,65)"),
        (r"X = 0'\n.", "=(X,10)"),
        ("X is 16'mod'2.", "is(X,mod(16,2))"),
        ("X is 37'mod'2.", "is(X,mod(37,2))"),
        ("X is 1'+'1.", "is(X,+(1,1))"),
        ("X is 1'\\\n+'1.", "is(X,+(1,1))"),
        ("X is 0'\\\n+'1.", "is(X,+(0,1))"),
        ("X = 0'\\\n+'/*'. %*/1.", "=(X,+(0,1))"),
        ("00'+'1.", "+(0,1)"),
        ("t(0b1,0o17,0xfF).", "t(1,15,255)"),
        ("X is 0b1mod 2.", "is(X,mod(1,2))"),
        ("0xamod 2.", "mod(10,2)"),
        ("-1 = -0x1.", "=(-1,-1)"),
        ("1_000_000.", "1000000"),
        ("123_ /* more */ 456.", "123456"),
        ("1.0e10.", "10000000000.0"),
        ("1.0E-3.", "0.001"),
        ("1.5NaN.", "1.5NaN"),
        ("-1.0Inf.", "-1.0Inf"),
        ("2r6.", "1r3"),
        ("- 4r2.", "-2"),
        (
            "123456789012345678901234567890.",
            "123456789012345678901234567890",
        ),
        (
            "9223372036854775808 - -9223372036854775808.",
            "-(9223372036854775808,-9223372036854775808)",
        ),
    ]);
    errors(&[
        "X = 0X1.",
        "float(.0).",
        "float(- .0).",
        "float(1E9).",
        "integer(1e).",
        "float(1.0ee9).",
        "X is 0'mod'1.",
        "X = 0'\\\na.",
        "X is 0'\\",
        "00'a.",
        "X = 0'' .",
        "X = 2'1.",
        "X = 16'FF.",
        "writeq(0B1).",
        "1r0.",
        "1__0.",
    ]);
}

#[test]
fn signs() {
    canonical(&[
        ("- 1.", "-1"),
        ("'-'1.", "-1"),
        ("'-' 1.", "-1"),
        ("- /*.*/1.", "-1"),
        ("-(1).", "-(1)"),
        ("- (1).", "-(1)"),
        ("- -1.", "-(-1)"),
        ("- 1^2.", "^(-1,2)"),
        ("-1^2.", "^(-1,2)"),
        ("-a^2.", "-(^(a,2))"),
        ("- (1)^2.", "-(^(1,2))"),
        ("+1.", "+(1)"),
        ("a - 1.", "-(a,1)"),
        ("a -1.", "-(a,1)"),
        ("a- - -b.", "-(a,-(-(b)))"),
        ("[-1|- 1].", "'.'(-1,-1)"),
        ("{- - c}.", "{}(-(-(c)))"),
    ]);
    errors(&["integer(-/*.*/1)."]);
    writeq(&[
        ("-(1).", "- (1)"),
        ("-(-1).", "- -1"),
        ("-(1^2).", "- (1^2)"),
        ("-(a^2).", "- (a^2)"),
        ("-((a,b)).", "- (a,b)"),
        ("-(1*2).", "- (1*2)"),
        ("-a.", "-a"),
        ("-(-).", "- (-)"),
        ("-[-].", "-[-]"),
        ("-p(c).", "-p(c)"),
        ("-{}.", "-{}"),
        ("-{a}.", "-{a}"),
        ("-(-a).", "- -a"),
        ("-(-(-a)).", "- - -a"),
        ("-(-(1)).", "- - (1)"),
        ("-[1].", "-[1]"),
        ("-(1.0).", "- (1.0)"),
        ("1 - (-1).", "1- -1"),
        ("a - (-1).", "a- -1"),
        ("(- (2))^2.", "(- (2))^2"),
        ("(-2)^2.", "-2^2"),
        ("2** -1.", "2** -1"),
        ("[+{a},+[]].", "[+{a},+[]]"),
        ("+((1*2)^3).", "+ (1*2)^3"),
        ("- (a*b).", "- (a*b)"),
        ("\\ (a*b).", "\\ (a*b)"),
        ("\\ (a=b).", "\\ (a=b)"),
    ]);
    let mut s = Session::new();
    s.op(0, OpType::Fy, "-");
    assert_eq!(s.writeq("-(1)."), "-(1)");
    assert_eq!(s.writeq("- 1."), "-1");
}

#[test]
fn operators_as_atoms() {
    writeq(&[
        ("(-)-(-).", "(-)-(-)"),
        ("((:-):-(:-)).", "(:-):-(:-)"),
        ("(*)=(*).", "(*)=(*)"),
        ("[:-,-].", "[:-,-]"),
        ("f(*).", "f(*)"),
        ("f(;,'|',';;').", "f(;,'|',';;')"),
        ("[(:-)|(:-)].", "[:-|:-]"),
        ("{:-}.", "{:-}"),
        ("- .", "-"),
        ("\\ .", "\\"),
        ("1 = \\\\ .", "1= \\\\"),
        ("(dynamic)=dynamic.", "dynamic=dynamic"),
        ("f(:- , a).", "f(:-,a)"),
        (">(>(a),b).", ">(a)>b"),
        ("$- .", "$-"),
        ("-$ .", "-$"),
        ("'.''-''.'.", "'.\\'-\\'.'"),
    ]);
    errors(&[
        ":- = :- .",
        "- = - .",
        "* = * .",
        "(- -) = -(-).",
        "(- - -) = -(-(-)).",
        "{:- :- c}.",
        "{- = - 1}.",
        "write_canonical((- = - 1)).",
        "write_canonical((- = -1)).",
        "write_canonical((-;)).",
        "write_canonical((-;-)).",
        "write_canonical((;-;-)).",
        "[:- -c].",
        "a> >b.",
        "a> =b.",
        "a>,b.",
        "a>.",
        "X = mod.",
        "writeq((,)).",
        "X = {,}.",
        "[a,b|,].",
    ]);
}

#[test]
fn brackets_and_arguments() {
    writeq(&[
        ("a*(b+c).", "a*(b+c)"),
        ("(a:-b,c).", "a:-b,c"),
        ("[.,.(.,.,.)].", "['.','.'('.','.','.')]"),
        ("{1}.", "{1}"),
        ("{a,b}.", "{a,b}"),
        ("{}(1).", "{1}"),
        ("{}(1,2).", "{}(1,2)"),
        ("'[]'(1).", "[](1)"),
        ("[ ](1).", "[](1)"),
        ("[a|[]].", "[a]"),
        ("[a,b|c].", "[a,b|c]"),
        ("[(a,b)].", "[(a,b)]"),
        ("[(a|b)].", "[(a|b)]"),
        ("(a-->b,c|d).", "a-->b,c|d"),
        ("[/**/].", "[]"),
        ("\\+ (a,b).", "\\+ (a,b)"),
        ("X/* /*/=7.", "X=7"),
        ("X/*/*/=7.", "X=7"),
        ("f((a,b),(c:-d)).", "f((a,b),(c:-d))"),
    ]);
    errors(&[
        "X=[a|b,c].",
        "X = [a|b|c].",
        "var(a:-b).",
        "X = [] (1).",
        "writeq(nop (1)).",
        "a(b)(c).",
        "X(a).",
        "\"a\"(b).",
        "f().",
        "f(a,).",
        "[a,].",
        "[|a].",
        "writeq({[}).",
        "writeq({(}).",
        "writeq({\\+ (}).",
        "Finis ().",
        "(a.",
        "a).",
        "[a).",
        "f(a].",
        "a b.",
        "1 2.",
        "X Y.",
        ".",
        "a = b = c.",
        "a :- b :- c.",
    ]);
}

#[test]
fn canonical_form() {
    canonical(&[
        ("[a].", "'.'(a,[])"),
        ("{1}.", "{}(1)"),
        ("'$VAR'(0).", "'$VAR'(0)"),
        ("\\+ (a,b).", "\\+(','(a,b))"),
        ("a:b:c.", ":(a,:(b,c))"),
        ("a,b,c.", "','(a,','(b,c))"),
        ("a-b-c.", "-(-(a,b),c)"),
        ("2^3^4.", "^(2,^(3,4))"),
        ("a:-b,c->d;e.", ":-(a,;(->(','(b,c),d),e))"),
        ("a:-b*->c;d.", ":-(a,;(*->(b,c),d))"),
        (
            ":- dynamic foo/1, bar/2.",
            ":-(dynamic(','(/(foo,1),/(bar,2))))",
        ),
        (":- dynamic(foo/1).", ":-(dynamic(/(foo,1)))"),
        (":- initialization main.", ":-(initialization(main))"),
        (":- public queens/1.", ":-(public(/(queens,1)))"),
        (":- mode queens(+,-,?).", ":-(mode(queens(+,-,?)))"),
        (":- dynamic = X.", ":-(=(dynamic,X))"),
        (":- dynamic .", ":-(dynamic)"),
        (
            ":- meta_predicate =(?,:), -(0).",
            ":-(meta_predicate(','(=(?,:),-(0))))",
        ),
        ("\"ab\"||X.", "'.'(a,'.'(b,X))"),
        ("\"a\" | /* x */ | \"b\"||c.", "'.'(a,'.'(b,c))"),
        ("\"\"||K.", "K"),
        ("[\"a\"|X].", "'.'('.'(a,[]),X)"),
    ]);
    errors(&[
        "K||[].",
        "[a]||[].",
        "(\"a\")||[].",
        "p :- dynamic foo/1.",
        "X = (dynamic a).",
    ]);
    let mut s = Session::new();
    s.read.quads = true;
    assert_eq!(s.canonical("q1 ?- a."), "?-(q1,a)");
    s.read.goal = true;
    assert_eq!(s.canonical("dynamic foo/1."), "dynamic(/(foo,1))");
}

#[test]
fn numbered_variables() {
    writeq(&[
        ("'$VAR'(0).", "A"),
        ("'$VAR'(27).", "B1"),
        ("'$VAR'(-1).", "'$VAR'(-1)"),
        ("'$VAR'(x).", "'$VAR'(x)"),
        ("'$VAR'('A').", "'$VAR'('A')"),
        ("-'$VAR'(0).", "-A"),
    ]);
}

#[test]
fn user_operators() {
    let mut s = Session::new();
    s.op(9, OpType::Fy, "fy").op(9, OpType::Yf, "yf");
    s.op(9, OpType::Yfx, "yfx").op(9, OpType::Xfy, "xfy");
    for (text, functional, infix) in [
        ("fy 1 yf.", "fy(yf(1))", "fy 1 yf"),
        ("yf(fy(1)).", "yf(fy(1))", "(fy 1)yf"),
        ("fy 1 yfx 2.", "fy(yfx(1,2))", "fy 1 yfx 2"),
        ("yfx(fy(1),2).", "yfx(fy(1),2)", "(fy 1)yfx 2"),
        ("1 xfy 2 yf.", "xfy(1,yf(2))", "1 xfy 2 yf"),
        ("yf(xfy(1,2)).", "yf(xfy(1,2))", "(1 xfy 2)yf"),
    ] {
        assert_eq!(s.canonical(text), functional);
        assert_eq!(s.writeq(text), infix);
    }
    s.error("fy yf.");

    let mut s = Session::new();
    s.op(9, OpType::Fy, "f").op(9, OpType::Yf, "f");
    for text in ["f f 0.", "f 0 f.", "0 f f."] {
        assert_eq!(s.canonical(text), "f(f(0))");
    }
    assert_eq!(s.writeq("f(f(0))."), "f f 0");
    s.error("f f.");

    for (prefix, infix, ok) in [
        (9, OpType::Yfx, false),
        (9, OpType::Xfy, true),
        (7, OpType::Yfx, true),
    ] {
        let mut s = Session::new();
        s.op(prefix, OpType::Fy, "p").op(9, infix, "p");
        match ok {
            true => assert_eq!(s.canonical("1 p p p 2."), "p(1,p(p(2)))"),
            false => assert_eq!(s.error("1 p p p 2."), "incomplete_reduction"),
        }
    }

    let mut s = Session::new();
    s.op(0, OpType::Xfy, "|");
    s.error("(a|b).");

    let mut s = Session::new();
    s.op(1105, OpType::Xfy, "|");
    assert_eq!(s.writeq("(a-->b,c|d)."), "a-->b,c|d");

    let mut s = Session::new();
    s.op(400, OpType::Fx, "f").op(900, OpType::Fy, "$");
    assert_eq!(s.writeq("f/*.*/(1,2)."), "f (1,2)");
    assert_eq!(s.canonical("$a+b."), "$(+(a,b))");
    s.error("1 = f.");

    let mut s = Session::new();
    s.op(300, OpType::Fy, "~").op(100, OpType::Yfx, "~");
    assert_eq!(s.writeq("~ (a=b)."), "~ (a=b)");
    assert_eq!(s.writeq("- (1~2~3)."), "- (1~2~3)");
}

#[test]
fn operators_that_touch_numbers() {
    let mut s = Session::new();
    s.op(9, OpType::Xf, "e").op(9, OpType::Xf, "e9");
    assert_eq!(s.canonical("1e-9."), "-(e(1),9)");
    assert_eq!(s.canonical("1.0e- 9."), "-(e(1.0),9)");
    assert_eq!(s.canonical("1e9."), "e9(1)");
    assert_eq!(s.writeq("1.0e."), "1.0 e");

    let mut s = Session::new();
    s.op(100, OpType::Xfy, ".");
    assert_eq!(s.writeq("1 .2."), "[1|2]");
    assert_eq!(s.writeq("X = 1.e."), "X=[1|e]");
    assert_eq!(s.writeq("writeq(ok).%\n1=X."), "writeq(ok)");

    let mut s = Session::new();
    for op in ["bop", "bo", "b", "op", "xor"] {
        s.op(9, OpType::Yfx, op);
    }
    assert_eq!(s.writeq("0bop 2."), "0 bop 2");
    assert_eq!(s.writeq("0b 2."), "0 b 2");
    assert_eq!(s.writeq("0xor 2."), "0 xor 2");

    let mut s = Session::new();
    s.op(9, OpType::Yf, "b2").op(9, OpType::Yf, "o8");
    assert_eq!(s.writeq("0b2."), "0 b2");
    assert_eq!(s.writeq("0o8."), "0 o8");

    let mut s = Session::new();
    s.op(100, OpType::Xf, "f").op(100, OpType::Xf, "f ");
    s.error("0'f'.");
    assert_eq!(s.writeq("0'f'f'."), "102 f");
    assert_eq!(s.writeq("0'ff."), "102 f");
    assert_eq!(s.writeq("0f."), "0 f");
    assert_eq!(s.writeq("0 'f '."), "0 'f '");

    let mut s = Session::new();
    s.op(100, OpType::Fx, " op").op(100, OpType::Fx, "--");
    assert_eq!(s.writeq("' op' '1 '."), "' op' '1 '");
    assert_eq!(s.writeq("' op'[]."), "' op'[]");
    assert_eq!(s.writeq("--(a)."), "--a");

    let mut s = Session::new();
    s.op(700, OpType::Xfx, "in").op(450, OpType::Yfx, "..");
    assert_eq!(s.canonical("X in 1..3."), "in(X,..(1,3))");
    assert_eq!(s.writeq("X in 1..3\\/5..sup."), "X in 1..3\\/5..sup");
}
