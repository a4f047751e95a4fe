//! Compilers and linkers at work.

use crate::digest::test::fixture;

#[test]
fn errors_and_warnings() {
    insta::assert_snapshot!(fixture("gcc/errors"), @r#"
    cc
    E src/eval.c:11:15 too many arguments to function ‘lexer_next’
    E src/eval.c:12:10 ‘token’ has no member named ‘type’
    E src/eval.c:13:29 expected ‘;’ before ‘}’ token
    E src/eval.c:15:6 ‘struct frame’ has no member named ‘parent’
    W src/eval.c:16:13 implicit declaration of function ‘evaluate_rest’ [-Wimplicit-function-declaration]
    E src/eval.c:17:16 ‘undefined_total’ undeclared (first use in this function)
    W src/eval.c:20:46 returning ‘struct frame *’ from a function with incompatible return type ‘const char *’ [-Wincompatible-pointer-types]
    W src/eval.c:20:46 function returns address of local variable [-Wreturn-local-addr]
    W src/eval.c:18:1 control reaches end of non-void function [-Wreturn-type]
    ---
    … 1 line
    src/eval.c:11:15: error: too many arguments to function ‘lexer_next’
    … 6
    src/eval.c:12:10: error: ‘token’ has no member named ‘type’
    … 2
    src/eval.c:13:29: error: expected ‘;’ before ‘}’ token
    … 5
    src/eval.c:15:6: error: ‘struct frame’ has no member named ‘parent’
    … 2
    src/eval.c:16:13: warning: implicit declaration of function ‘evaluate_rest’ [-Wimplicit-function-declaration]
    … 2
    src/eval.c:17:16: error: ‘undefined_total’ undeclared (first use in this function)
    … 7
    src/eval.c:20:46: warning: function returns address of local variable [-Wreturn-local-addr]
    … 2 more warnings
    … 4
    "#);
}

#[test]
fn warnings_only() {
    insta::assert_snapshot!(fixture("clang/warnings-only"), @r#"
    cc
    W src/lexer.c:17:38 format specifies type 'int' but the argument has type 'size_t' (aka 'unsigned long') [-Wformat]
    W src/lexer.c:18:40 format specifies type 'char *' but the argument has type 'size_t' (aka 'unsigned long') [-Wformat]
    W src/lexer.c:16:13 enumeration value 'TOK_IDENT' not handled in switch [-Wswitch]
    W src/lexer.c:21:9 variable 'count' is uninitialized when used here [-Wuninitialized]
    W src/lexer.c:26:39 unused variable 'b' [-Wunused-variable]
    W src/lexer.c:26:12 unused function 'unused_helper' [-Wunused-function]
    ---
    src/lexer.c:17:38: warning: format specifies type 'int' but the argument has type 'size_t' (aka 'unsigned long') [-Wformat]
    … 3 lines
    src/lexer.c:18:40: warning: format specifies type 'char *' but the argument has type 'size_t' (aka 'unsigned long') [-Wformat]
    … 3
    src/lexer.c:16:13: warning: enumeration value 'TOK_IDENT' not handled in switch [-Wswitch]
    … 2
    src/lexer.c:21:9: warning: variable 'count' is uninitialized when used here [-Wuninitialized]
    … 6
    src/lexer.c:26:39: warning: unused variable 'b' [-Wunused-variable]
    … 2
    src/lexer.c:26:12: warning: unused function 'unused_helper' [-Wunused-function]
    … 2
    6 warnings generated.
    "#);
}

#[test]
fn a_linker() {
    insta::assert_snapshot!(fixture("gcc/undefined-reference"), @r#"
    cc
    E undefined reference to `report_metrics'
    E undefined reference to `parse_program'
    ---
    /usr/bin/ld: /tmp/cciXuJDi.o: in function `main':
    main.c:(.text+0x14): undefined reference to `report_metrics'
    /usr/bin/ld: main.c:(.text+0x23): undefined reference to `parse_program'
    collect2: error: ld returned 1 exit status
    "#);
}

#[test]
fn errors_in_a_header() {
    insta::assert_snapshot!(fixture("gcc/template-error"), @r#"
    cc
    E src/tmpl.cpp:23:11 cannot convert ‘const char [2]’ to ‘const Symbol&’
    E src/tmpl.cpp:25:11 passing ‘const Table’ as ‘this’ argument discards qualifiers [-fpermissive]
    E src/tmpl.cpp:27:14 ‘class std::vector<Symbol>’ has no member named ‘length’
    E src/tmpl.cpp:11:40 no match for ‘operator<’ (operand types are ‘const Symbol’ and ‘const Symbol’)
    E src/tmpl.cpp:15:18 no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
    E src/tmpl.cpp:15:18 no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
    E src/tmpl.cpp:15:18 no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
    ---
    … 1 line
    src/tmpl.cpp:23:11: error: cannot convert ‘const char [2]’ to ‘const Symbol&’
    … 7
    src/tmpl.cpp:25:11: error: passing ‘const Table’ as ‘this’ argument discards qualifiers [-fpermissive]
    … 5
    src/tmpl.cpp:27:14: error: ‘class std::vector<Symbol>’ has no member named ‘length’
    … 7
    src/tmpl.cpp:11:40:   required from here
    /usr/include/c++/12/bits/stl_function.h:408:20: error: no match for ‘operator<’ (operand types are ‘const Symbol’ and ‘const Symbol’)
    … 47
    src/tmpl.cpp:15:18:   required from here
    /usr/include/c++/12/bits/predefined_ops.h:45:23: error: no match for ‘operator<’ (operand types are ‘Symbol’ and ‘Symbol’)
      ×3
    … 67
    "#);
}

#[test]
fn javac() {
    insta::assert_snapshot!(fixture("javac/type-errors"), @r#"
    cc
    E bad2/Basket.java:5 Basket is not abstract and does not override abstract method compareTo(Basket) in Comparable
    E bad2/Basket.java:9 incompatible types: String cannot be converted to int
    E bad2/Basket.java:13 cannot assign a value to final variable lines
    E bad2/Basket.java:15 cannot find symbol
    W bad2/Basket.java:20 [deprecation] Date(int,int,int) in Date has been deprecated
    W bad2/Basket.java:21 [rawtypes] found raw type: List
    W bad2/Basket.java:22 [unchecked] unchecked call to add(E) as a member of the raw type List
    ---
    bad2/Basket.java:5: error: Basket is not abstract and does not override abstract method compareTo(Basket) in Comparable
    … 2 lines
    bad2/Basket.java:9: error: incompatible types: String cannot be converted to int
    … 2
    bad2/Basket.java:13: error: cannot assign a value to final variable lines
    … 2
    bad2/Basket.java:15: error: cannot find symbol
    … 2
      symbol:   variable discount
    … 1
    bad2/Basket.java:20: warning: [deprecation] Date(int,int,int) in Date has been deprecated
    … 2
    bad2/Basket.java:21: warning: [rawtypes] found raw type: List
    … 1 more warning
    … 10
    4 errors
    3 warnings
    "#);
}

#[test]
fn ghc() {
    insta::assert_snapshot!(fixture("ghc/type-errors"), @r#"
    cc
    E Ledger.hs:8:12 Couldn't match type ‘[Char]’ with ‘Int’
    E Ledger.hs:11:18 Couldn't match type ‘Maybe Int’ with ‘Int’
    E Ledger.hs:14:29 Couldn't match expected type ‘[Char]’ with actual type ‘Int’
    E Ledger.hs:19:12 Couldn't match type: Maybe Int -> String
    ---
    … 2 lines
    Ledger.hs:8:12: error:
        • Couldn't match type ‘[Char]’ with ‘Int’
          Expected: Int
            Actual: String
    … 6
    Ledger.hs:11:18: error:
        • Couldn't match type ‘Maybe Int’ with ‘Int’
          Expected: [Int]
            Actual: [Maybe Int]
    … 7
    Ledger.hs:14:29: error:
        • Couldn't match expected type ‘[Char]’ with actual type ‘Int’
        • In the second argument of ‘(++)’, namely ‘n’
          In the expression: "n=" ++ n
    … 5
    Ledger.hs:19:12: error:
        • Couldn't match type: Maybe Int -> String
                         with: [Char]
          Expected: String
    … 10
    "#);
}

#[test]
fn cppcheck() {
    insta::assert_snapshot!(fixture("cppcheck/findings"), @r#"
    cc
    E read.cpp:23:8 Array 'arr[4]' accessed at index 4, which is out of bounds. [arrayIndexOutOfBounds]
    W read.cpp:10:5 Member variable 'Sensor::size' is not initialized in the constructor. [uninitMemberVar]
    W read.cpp:10:21 Class 'Sensor' does not have a copy constructor which is recommended since it has dynamic memory/resource allocation(s). [noCopyConstructor]
    W read.cpp:10:21 Class 'Sensor' does not have a operator= which is recommended since it has dynamic memory/resource allocation(s). [noOperatorEq]
    W read.cpp:10:21 Class 'Sensor' does not have a destructor which is recommended since it has dynamic memory/resource allocation(s). [noDestructor]
    W read.cpp:10:5 Class 'Sensor' has a constructor with 1 argument that is not explicit. [noExplicitConstructor]
    E read.cpp:18:52 Memory leak: p [memleak]
    E read.cpp:30:5 Resource leak: f [resourceLeak]
    W read.cpp:7:11 Class 'Sensor' is unsafe, 'Sensor::buf' can leak by wrong usage. [unsafeClassCanLeak]
    E read.cpp:25:23 Null pointer dereference: q [nullPointer]
    W read.cpp:26:13 Variable 'f' is assigned a value that is never used. [unreadVariable]
    W read.cpp:28:19 Variable 'b' is assigned a value that is never used. [unreadVariable]
    ---
    … 1 line
    read.cpp:23:8: error: Array 'arr[4]' accessed at index 4, which is out of bounds. [arrayIndexOutOfBounds]
    … 2
    read.cpp:10:5: warning: Member variable 'Sensor::size' is not initialized in the constructor. [uninitMemberVar]
    … 11
    read.cpp:10:5: style: Class 'Sensor' has a constructor with 1 argument that is not explicit. [noExplicitConstructor]
    … 2
    read.cpp:18:52: error: Memory leak: p [memleak]
    … 2
    read.cpp:30:5: error: Resource leak: f [resourceLeak]
    … 5
    read.cpp:25:23: error: Null pointer dereference: q [nullPointer]
    … 6 more warnings
    … 14
    "#);
}

#[test]
fn clang_tidy() {
    insta::assert_snapshot!(fixture("clang-tidy/as-errors"), @r#"
    cc
    E /home/dev/sensor/read.cpp:18:59 use nullptr [modernize-use-nullptr,-warnings-as-errors]
    E /home/dev/sensor/read.cpp:24:14 use nullptr [modernize-use-nullptr,-warnings-as-errors]
    ---
    48 warnings generated.
    /home/dev/sensor/read.cpp:18:59: error: use nullptr [modernize-use-nullptr,-warnings-as-errors]
        int *leak() { int *p = new int; if (size == 0) return 0; return p; }
    … 2 lines
    /home/dev/sensor/read.cpp:24:14: error: use nullptr [modernize-use-nullptr,-warnings-as-errors]
        int *q = NULL;
    … 4
    2 warnings treated as errors
    "#);
}

#[test]
fn undefined_behaviour() {
    insta::assert_snapshot!(fixture("asan/ubsan"), @r#"
    cc+generic
    E ub.c:4:49 signed integer overflow: 1073741823 * 3 cannot be represented in type 'int'
    E ub.c:5:32 shift exponent 35 is too large for 32-bit type 'int'
    E ub.c:13:25 index 4 out of bounds for type 'int [4]'
    E ub.c:13:5 load of address 0x7ffc3fa8ae20 with insufficient space for an object of type 'int'
    ---
    ub.c:4:49: runtime error: signed integer overflow: 1073741823 * 3 cannot be represented in type 'int'
    ub.c:5:32: runtime error: shift exponent 35 is too large for 32-bit type 'int'
    ub.c:13:25: runtime error: index 4 out of bounds for type 'int [4]'
    ub.c:13:5: runtime error: load of address 0x7ffc3fa8ae20 with insufficient space for an object of type 'int'
    … 6 lines
    report finished
    "#);
}

#[test]
fn zig() {
    insta::assert_snapshot!(fixture("zig/compile-errors"), @r#"
    cc
    E main.zig:4:11 unused local constant
    E main.zig:9:9 local variable is never mutated
    E main.zig:9:25 expected type 'u8', found 'u32'
    ---
    main.zig:4:11: error: unused local constant
        const unused = 3;
    … 1 line
    main.zig:9:9: error: local variable is never mutated
        var total: u8 = area(300, 2);
    … 2
    main.zig:9:25: error: expected type 'u8', found 'u32'
        var total: u8 = area(300, 2);
    … 1
    main.zig:9:25: note: unsigned 8-bit int cannot represent all possible unsigned 32-bit values
    … 5
    "#);
}

#[test]
fn kotlin() {
    insta::assert_snapshot!(fixture("kotlinc/errors"), @r#"
    cc
    E Order.kt:5:44 type inference failed: inline fun <T> Iterable<T>.sumBy(selector: (T) -> Int): Int
    E Order.kt:5:50 type mismatch: inferred type is (Order) -> Int? but (Order) -> Int was expected
    E Order.kt:9:5 val cannot be reassigned
    E Order.kt:10:14 unresolved reference: name
    E Order.kt:10:21 unresolved reference: missing
    ---
    … 1 line
    Order.kt:5:44: error: type inference failed: inline fun <T> Iterable<T>.sumBy(selector: (T) -> Int): Int
    … 5
    Order.kt:5:50: error: type mismatch: inferred type is (Order) -> Int? but (Order) -> Int was expected
    fun sum(orders: List<Order>): Int = orders.sumBy { it.total }
    … 1
    Order.kt:9:5: error: val cannot be reassigned
        o.id = "x"
        ^
    Order.kt:10:14: error: unresolved reference: name
        return o.name + missing()
    … 1
    Order.kt:10:21: error: unresolved reference: missing
        return o.name + missing()
    … 1
    "#);
}

#[test]
fn errors_among_warnings() {
    insta::assert_snapshot!(fixture("gcc/warnings-and-errors"), @r#"
    cc
    W more.c:1:28 unused variable ‘unused1’ [-Wunused-variable]
    W more.c:2:28 unused variable ‘unused2’ [-Wunused-variable]
    W more.c:3:28 unused variable ‘unused3’ [-Wunused-variable]
    W more.c:4:28 unused variable ‘unused4’ [-Wunused-variable]
    W more.c:5:28 unused variable ‘unused5’ [-Wunused-variable]
    W more.c:6:28 unused variable ‘unused6’ [-Wunused-variable]
    W more.c:7:28 unused variable ‘unused7’ [-Wunused-variable]
    W more.c:8:28 unused variable ‘unused8’ [-Wunused-variable]
    W more.c:9:28 unused variable ‘unused9’ [-Wunused-variable]
    W more.c:10:29 unused variable ‘unused10’ [-Wunused-variable]
    W more.c:11:29 unused variable ‘unused11’ [-Wunused-variable]
    W more.c:12:29 unused variable ‘unused12’ [-Wunused-variable]
    W more.c:13:29 unused variable ‘unused13’ [-Wunused-variable]
    W more.c:14:29 unused variable ‘unused14’ [-Wunused-variable]
    W more.c:15:29 unused variable ‘unused15’ [-Wunused-variable]
    W more.c:16:29 unused variable ‘unused16’ [-Wunused-variable]
    W more.c:17:29 unused variable ‘unused17’ [-Wunused-variable]
    W more.c:18:29 unused variable ‘unused18’ [-Wunused-variable]
    W more.c:19:29 unused variable ‘unused19’ [-Wunused-variable]
    W more.c:20:29 unused variable ‘unused20’ [-Wunused-variable]
    W more.c:21:29 unused variable ‘unused21’ [-Wunused-variable]
    W more.c:22:29 unused variable ‘unused22’ [-Wunused-variable]
    W more.c:23:29 unused variable ‘unused23’ [-Wunused-variable]
    W more.c:24:29 unused variable ‘unused24’ [-Wunused-variable]
    W more.c:25:29 unused variable ‘unused25’ [-Wunused-variable]
    E more.c:26:22 ‘undeclared_thing’ undeclared (first use in this function)
    W more.c:26:40 control reaches end of non-void function [-Wreturn-type]
    W ring.c:8:21 comparison of integer expressions of different signedness: ‘int’ and ‘unsigned int’ [-Wsign-compare]
    W ring.c:8:42 unused variable ‘tmp’ [-Wunused-variable]
    W ring.c:9:7 suggest parentheses around assignment used as truth value [-Wparentheses]
    E ring.c:10:14 ‘struct ring’ has no member named ‘hed’; did you mean ‘head’?
    W ring.c:15:12 format ‘%s’ expects argument of type ‘char *’, but argument 2 has type ‘int’ [-Wformat=]
    W ring.c:15:15 format ‘%d’ expects argument of type ‘int’, but argument 3 has type ‘char *’ [-Wformat=]
    E ring.c:16:31 ‘missing’ undeclared (first use in this function)
    W ring.c:14:7 unused variable ‘x’ [-Wunused-variable]
    E ring.c:18:78 too few arguments to function ‘put’
    E ring.c:18:94 ‘x’ undeclared (first use in this function)
    W ring.c:12:1 control reaches end of non-void function [-Wreturn-type]
    W ring.c:17:1 control reaches end of non-void function [-Wreturn-type]
    W ring.c:4:12 ‘unused_helper’ defined but not used [-Wunused-function]
    ---
    … 1 line
    more.c:1:28: warning: unused variable ‘unused1’ [-Wunused-variable]
      ×25: more.c:2:28,3:28,4:28,5:28,6:28,7:28,8:28,9:28,10:29,11:29,12:29,13:29,14:29,15:29,16:29,17:29,18:29,19:29 …
    … 99
    more.c:26:22: error: ‘undeclared_thing’ undeclared (first use in this function)
    … 16
    ring.c:10:14: error: ‘struct ring’ has no member named ‘hed’; did you mean ‘head’?
    … 16
    ring.c:16:31: error: ‘missing’ undeclared (first use in this function)
    … 7
    ring.c:18:78: error: too few arguments to function ‘put’
    … 5
    ring.c:18:94: error: ‘x’ undeclared (first use in this function)
    … 10 more warnings
    … 14
    "#);
}
