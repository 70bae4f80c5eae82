; What it shows:  exercise 2.42 of Structure and Interpretation of Computer Programs, the
; eight-queens puzzle, with a reader's published solution. The definitions are his, in the order
; of his page.
; How to run it:  horn programs/scheme.pl   then
;                 ?- scheme_file('programs/sicp_queens.scm'), scheme.
;                 (queens 6)
;
; The print lost the line breaks of the first definition, and every hyphen and minus sign. They are put
; back; nothing else is changed. The hyphens, in the order of their first use:
;
;   boardsize            board-size
;   queencols            queen-cols
;   emptyboard           empty-board
;   restofqueens         rest-of-queens
;   newrow               new-row
;   adjoinposition       adjoin-position
;   enumerateinterval    enumerate-interval
;   positionsofar        position-so-far
;   lastqueenposition    last-queen-position
;   safe?helper          safe?-helper
;   partialposition      partial-position
;
; The minus signs, of which the blank behind the parenthesis is left in print:
;
;   ( k 1)                                         (- k 1)                           in queens
;   ( (length partialposition) 1)                  (- (length partial-position) 1)   twice in safe?
;   ( lastqueenposition (car partialposition))     (- last-queen-position (car partial-position))
;   ( (car partialposition) lastqueenposition)     (- (car partial-position) last-queen-position)

(define (queens board-size)
  (define (queen-cols k)
    (if (= k 0)
        (list empty-board)
        (filter
         (lambda (positions) (safe? k positions))
         (flatmap
          (lambda (rest-of-queens)
            (map (lambda (new-row)
                   (adjoin-position new-row k rest-of-queens))
                 (enumerate-interval 1 board-size)))
          (queen-cols (- k 1))))))
  (queen-cols board-size))

(define empty-board nil)

(define (adjoin-position row column position-so-far)
  (append position-so-far (list row)))

(define (last items)
  (if (equal? (cdr items) nil)
      (car items)
      (last (cdr items))))

(define (safe? column position)
  (let ((last-queen-position (last position)))
    (define (safe?-helper partial-position)
      (cond ((equal? (cdr partial-position) nil) #t)
            ((= (car partial-position) last-queen-position) #f)
            ((= (- (length partial-position) 1) (- last-queen-position (car partial-position))) #f)
            ((= (- (length partial-position) 1) (- (car partial-position) last-queen-position)) #f)
            (else (safe?-helper (cdr partial-position)))))
    (safe?-helper position)))

(define (flatmap proc seq)
  (accumulate append nil (map proc seq)))

(define (filter predicate sequence)
  (cond ((null? sequence) nil)
        ((predicate (car sequence))
         (cons (car sequence)
               (filter predicate (cdr sequence))))
        (else (filter predicate (cdr sequence)))))

(define (enumerate-interval low high)
  (if (> low high)
      nil
      (cons low (enumerate-interval (+ low 1) high))))

(define (accumulate op initial sequence)
  (if (null? sequence)
      initial
      (op (car sequence)
          (accumulate op initial (cdr sequence)))))
