// The flows of Apple's guide to AVFoundation that are about sound:
//
//   swift run asset-examples convert FILE NEW.wav       a reader feeds a writer
//   swift run asset-examples play FILE                  a player tells its time four times a second
//   swift run asset-examples karaoke SONG VOICE NEW.m4a a composition of two tracks; the song steps back behind the voice

import AVFoundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Ends the program with a sentence.
func fail(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("asset-examples: \(sentence)\n".utf8))
    exit(1)
}

let arguments = CommandLine.arguments.dropFirst().map { $0 }
do {
    switch (arguments.first, arguments.count) {
    case ("convert", 3):
        try await convert(URL(fileURLWithPath: arguments[1]), to: URL(fileURLWithPath: arguments[2]))
    case ("play", 2): try await play(URL(fileURLWithPath: arguments[1]))
    case ("karaoke", 4):
        try await karaoke(
            song: URL(fileURLWithPath: arguments[1]), voice: URL(fileURLWithPath: arguments[2]),
            to: URL(fileURLWithPath: arguments[3]))
    default: fail("convert FILE NEW.wav | play FILE | karaoke SONG VOICE NEW.m4a")
    }
} catch { fail("\(error.localizedDescription)") }
