// Plays a sound of the user interface, then the alert, then shakes the device: swift run button-sounds SOUND [finish]
// With `finish` the sound is heard to its end even if the program is killed before.
//
// Listings 1-1 to 1-3 of "Using Audio": a sound of 30 seconds at most, linear PCM or IMA4, in a .caf, .aif or .wav file.

import AudioToolbox
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let words = CommandLine.arguments.dropFirst()
guard words.count == 1 || words.last == "finish" else {
    say("usage: button-sounds SOUND [finish]")
    exit(2)
}
// Listing 1-1: a system sound object that represents the sound file.
let soundFileURLRef = URL(fileURLWithPath: CommandLine.arguments[1]) as CFURL
var soundFileObject: SystemSoundID = 0
let status = AudioServicesCreateSystemSoundID(soundFileURLRef, &soundFileObject)
guard status == kAudioServicesNoError else {
    say("no system sound: \(status)")
    exit(1)
}
if words.last == "finish" {
    var isOn: UInt32 = 1
    AudioServicesSetProperty(
        kAudioServicesPropertyCompletePlaybackIfAppDies, 4, &soundFileObject, 4, &isOn)
}
// Listing 1-2.
AudioServicesPlaySystemSoundWithCompletion(soundFileObject) {
    say("tapped")
    DispatchQueue.main.async {
        AudioServicesPlayAlertSoundWithCompletion(soundFileObject) {
            say("alerted")
            // Listing 1-3: where there is no motor this does nothing.
            AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
            DispatchQueue.main.async {
                AudioServicesDisposeSystemSoundID(soundFileObject)
                exit(0)
            }
        }
    }
}
dispatchMain()
