// Programs as they are typed, compiled in the language mode of Swift 6.

runProgram()
