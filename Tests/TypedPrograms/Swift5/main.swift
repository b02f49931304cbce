// Programs as they are typed, compiled in the language mode of Swift 5.

runProgram()
