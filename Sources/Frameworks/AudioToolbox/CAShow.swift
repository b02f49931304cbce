import CoreAudioTypes
import Glibc

/// Prints the state of an object of this framework to the standard output: the nodes and connections of a graph, the tracks of
/// a sequence, only the kind of other objects.
public func CAShow(_ inObject: UnsafeMutableRawPointer) {
    // `puts` ends the line itself.
    puts(String(ShownObject(OpaquePointer(inObject)).text.dropLast()))
}

/// Prints the state of an object of this framework to a stream.
///
/// - Parameter inFile: A stream that is open for writing.
public func CAShowFile(_ inObject: UnsafeMutableRawPointer, _ inFile: UnsafeMutablePointer<FILE>) {
    fputs(ShownObject(OpaquePointer(inObject)).text, inFile)
    fflush(inFile)
}

/// Describes an object for `CAShow`.
struct ShownObject {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    var text: String {
        if GraphObject.all.object(handle) != nil { return graph }
        if MusicSequenceObject.all.object(handle) != nil { return sequence }
        if MusicTrackObject.all.object(handle) != nil { return line("MusicTrack") }
        if MusicPlayerObject.all.object(handle) != nil { return line("MusicPlayer") }
        if let queue = AudioQueueObject.all.object(handle) {
            return line("AudioQueue", queue.isRunning ? " is running" : " is stopped")
        }
        if AudioFileObject.all.object(handle) != nil { return line("AudioFile") }
        if ExtAudioFileObject.all.object(handle) != nil { return line("ExtAudioFile") }
        return line("not an object of AudioToolbox")
    }

    private func line(_ kind: String, _ more: String = "") -> String { "\(kind) \(handle)\(more)\n" }

    // MARK: Graphs

    private var graph: String {
        var lines = ["AudioUnitGraph \(handle):", "  Member Nodes:"]
        var count: UInt32 = 0
        AUGraphGetNodeCount(handle, &count)
        for index in 0..<count {
            var (node, description, unit) = (AUNode(0), AudioComponentDescription(), AudioUnit?.none)
            guard AUGraphGetIndNode(handle, index, &node) == noErr,
                AUGraphNodeInfo(handle, node, &description, &unit) == noErr
            else { continue }
            let codes = [description.componentType, description.componentSubType, description.componentManufacturer]
            let instance = unit.map { ", instance \($0)" } ?? ""
            lines.append("    node \(node): \(codes.map(Self.code).joined(separator: " "))\(instance)")
        }
        lines.append("  Connections:")
        AUGraphGetNumberOfInteractions(handle, &count)
        for index in 0..<count {
            var interaction = AUNodeInteraction()
            guard AUGraphGetInteractionInfo(handle, index, &interaction) == noErr else { continue }
            if interaction.nodeInteractionType == kAUNodeInteraction_Connection {
                let connection = interaction.nodeInteraction.connection
                lines.append(
                    "    node \(connection.sourceNode) bus \(connection.sourceOutputNumber) => "
                        + "node \(connection.destNode) bus \(connection.destInputNumber)")
            } else {
                let callback = interaction.nodeInteraction.inputCallback
                lines.append("    callback => node \(callback.destNode) bus \(callback.destInputNumber)")
            }
        }
        var (isInitialized, isRunning) = (DarwinBoolean(false), DarwinBoolean(false))
        AUGraphIsInitialized(handle, &isInitialized)
        AUGraphIsRunning(handle, &isRunning)
        lines.append("  CurrentState:")
        lines.append("    isInitialized=\(Self.letter(isInitialized)), isRunning=\(Self.letter(isRunning))")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func letter(_ value: DarwinBoolean) -> String { value.boolValue ? "T" : "F" }

    private static func code(_ code: OSType) -> String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }
        return "'" + String(decoding: bytes.map { (32..<127).contains($0) ? $0 : 63 }, as: UTF8.self) + "'"
    }

    // MARK: Sequences

    private var sequence: String {
        var count: UInt32 = 0
        MusicSequenceGetTrackCount(handle, &count)
        var lines = ["MusicSequence \(handle): \(count) track\(count == 1 ? "" : "s")"]
        for index in 0..<count {
            var track: MusicTrack?
            guard MusicSequenceGetIndTrack(handle, index, &track) == noErr, let track else { continue }
            var (length, size) = (MusicTimeStamp(0), UInt32(MemoryLayout<MusicTimeStamp>.size))
            MusicTrackGetProperty(track, kSequenceTrackProperty_TrackLength, &length, &size)
            lines.append("  track \(index): \(length) beats")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
