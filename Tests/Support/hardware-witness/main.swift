// hardware-witness: a program that addresses devices by name, as programs for macOS do, for tests on a real audio server. It does
// what it reads on standard input, line by line, and says on standard output what happens. Devices are named by their UID.
//
//   devices                    says each device with its numbers of output and input channels
//   default                    says the default output
//   watch                      says from now on when devices come or go, and when the default output changes
//   play UID LEVEL...          plays one level on each stream
//   record UID                 keeps the loudest sample that the device's function receives
//   peak                       says it
//   stop UID                   stops and removes the function
//   block UID FRAMES           sets the size of a block
//   rate UID                   says rate and block size
//   aggregate UID PART...      combines devices into one
//   separate UID               removes such a device
import CoreAudio
import Dispatch
import Glibc

signal(SIGPIPE, SIG_IGN)
let witness = HardwareWitness()
witness.say("ready \(getpid())")
let reader = DispatchQueue(label: "standard input")
reader.async {
    while let line = readLine() {
        let words = line.split(separator: " ").map(String.init)
        DispatchQueue.main.async { witness.perform(words) }
    }
    exit(0)
}
dispatchMain()
