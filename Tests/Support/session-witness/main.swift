// session-witness: a program with a session, for tests of several programs on one device. It does what it reads on standard
// input, line by line, says on standard output what happens, and behaves as players do: it stops when it is told to, continues
// after an interruption that it should continue after, and begins anew when the media services come back.
//
//   category NAME [OPTIONS]    declares the session
//   active on|off              activates it
//   play code|LEVEL            plays 1 s of distinct samples, over and over, or one level
//   levels CHANNELS            plays 1/16 on the first channel, 2/16 on the second, ...
//   timing                     says the session's rate in hertz and its block in seconds
//   stop                       stops playing
//   bypass NODE LEVEL          plays the level past its session: from a node of its own
import Dispatch
import Glibc
import SordinoDevice
import SordinoSession

let witness = Witness(AppContext.current)
signal(SIGPIPE, SIG_IGN)
let reader = DispatchQueue(label: "standard input")
reader.async {
    while let line = readLine() {
        let words = line.split(separator: " ").map(String.init)
        DispatchQueue.main.async { witness.perform(words) }
    }
    exit(0)
}
dispatchMain()
