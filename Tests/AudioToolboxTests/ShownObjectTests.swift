import AudioToolbox
import Glibc
import Testing

/// Objects as `CAShow` prints them.
@Suite struct ShownObjectTests {
    private func shown(_ object: OpaquePointer) throws -> String {
        var (text, size) = (UnsafeMutablePointer<CChar>?.none, 0)
        let stream = try #require(open_memstream(&text, &size))
        CAShowFile(UnsafeMutableRawPointer(object), stream)
        fclose(stream)
        defer { free(text) }
        return String(cString: try #require(text))
    }

    @Test func aGraphShowsItsNodesConnectionsAndState() throws {
        let handle = try GraphHandle()
        let (mixer, output) = (try handle.addMixer(), try handle.addOutput())
        #expect(AUGraphOpen(handle.graph) == noErr)
        #expect(handle.feed(mixer, bus: 2, 1) == noErr)
        #expect(handle.connect(mixer, output) == noErr)
        let lines = try shown(handle.graph).split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("AudioUnitGraph ") == true)
        #expect(lines.contains { $0.hasPrefix("    node \(mixer): 'aumx' 'mcmx' 'appl', instance ") })
        #expect(lines.contains { $0.hasPrefix("    node \(output): 'auou' 'genr' 'appl', instance ") })
        #expect(lines.contains("    node \(mixer) bus 0 => node \(output) bus 0"))
        #expect(lines.contains("    callback => node \(mixer) bus 2"))
        #expect(lines.last == "    isInitialized=F, isRunning=F")
    }

    @Test func aSequenceShowsItsTracks() throws {
        var sequence: MusicSequence?
        #expect(NewMusicSequence(&sequence) == noErr)
        let made = try #require(sequence)
        defer { DisposeMusicSequence(made) }
        var track: MusicTrack?
        #expect(MusicSequenceNewTrack(made, &track) == noErr)
        let note = MIDINoteMessage(channel: 0, note: 60, velocity: 64, releaseVelocity: 0, duration: 2)
        let filled = try #require(track)
        withUnsafePointer(to: note) { _ = MusicTrackNewMIDINoteEvent(filled, 4, $0) }
        let text = try shown(made)
        #expect(text.hasPrefix("MusicSequence "))
        #expect(text.hasSuffix(": 1 track\n  track 0: 6.0 beats\n"))
        #expect(try shown(try #require(track)).hasPrefix("MusicTrack "))
    }

    /// A handle stands for one object of one kind.
    @Test func handlesOfOtherKindsAndOfNothingAreFoundOut() throws {
        var graph: AUGraph?
        #expect(NewAUGraph(&graph) == noErr)
        let made = try #require(graph)
        var count: UInt32 = 0
        #expect(MusicSequenceGetTrackCount(made, &count) != noErr)
        #expect(DisposeAUGraph(made) == noErr)
        #expect(try shown(made).hasPrefix("not an object of AudioToolbox"))
    }

    @Test func namesOfDarwinsClockAreThere() {
        #expect(NSEC_PER_SEC == 1_000 * NSEC_PER_MSEC && NSEC_PER_MSEC == 1_000 * NSEC_PER_USEC)
        #expect(USEC_PER_SEC == 1_000_000)
        var info = mach_timebase_info_data_t()
        #expect(mach_timebase_info(&info) == KERN_SUCCESS)
    }

    @Test(arguments: [(kAudioUnitSubType_MIDISynth, noErr), (kAudioUnitSubType_Sampler, kAudioUnitErr_InvalidProperty)])
    func synthesizersTakePreloading(_ subtype: OSType, _ status: OSStatus) throws {
        let handle = try GraphHandle()
        let node = try handle.add(kAudioUnitType_MusicDevice, subtype)
        #expect(AUGraphOpen(handle.graph) == noErr)
        let unit = try #require(handle.unit(node))
        for value: UInt32 in [1, 0] {
            var value = value
            #expect(
                AudioUnitSetProperty(
                    unit, kAUMIDISynthProperty_EnablePreload, kAudioUnitScope_Global, 0, &value, 4) == status)
        }
    }
}
