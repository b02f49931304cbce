// swift-format-ignore-file
import AudioToolbox

enum NamesByAudioToolbox {
    static func run() throws {
        var sequence: MusicSequence?
        check(NewMusicSequence(&sequence), "sequence")
        var client = MIDIClientRef()
        check(MIDIClientCreateWithBlock("Toolbox" as CFString, &client) { _ in }, "client")
        var destination = MIDIEndpointRef()
        check(MIDIDestinationCreateWithBlock(client, "In" as CFString, &destination) { _, _ in }, "destination")
        check(MusicSequenceSetMIDIEndpoint(sequence!, destination), "endpoint")
        let uid: CFPropertyList = "text" as CFString
        check(CFStringGetLength(uid as! CFString) == 4, "string")
        check(AudioConvertHostTimeToNanos(AudioGetCurrentHostTime()) > 0, "host time")
        DisposeMusicSequence(sequence!)
        MIDIClientDispose(client)
    }
}
