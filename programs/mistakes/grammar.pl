% A grammar, with a mistake: a verb phrase without an object is missing.

sentence --> noun_phrase, verb_phrase.

noun_phrase --> [the], noun.

verb_phrase --> verb, noun_phrase.

noun --> [cat].
noun --> [mouse].

verb --> [sees].
verb --> [sleeps].
