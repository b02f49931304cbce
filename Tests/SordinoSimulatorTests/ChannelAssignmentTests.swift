import AVFAudio
import AudioToolbox
import SordinoSimulator
import Testing

/// The channels of ports that players and queues are told to use, heard as samples.
@Suite struct ChannelAssignmentTests {
    /// A DJ on headphones and a screen: four channels of one device.
    private struct Booth {
        let scene = Scenario()
        let app: SimulatedApp
        let ports: [AVAudioSessionPortDescription]

        init(screenChannels: Int = 2) throws {
            scene.device.plug(.hdmi(channelCount: screenChannels))
            scene.device.plug(.headphones)
            app = scene.device.app("DJ", backgroundModes: .audio)
            try app.activate(.multiRoute)
            ports = app.session.currentRoute.outputs
            #expect(ports.map(\.portType) == [.headphones, .HDMI])
        }

        /// The value that each channel of each port played during the last 10 ms, if it was one value.
        func heard(after seconds: Double = 0.2) -> [AVAudioSession.Port: [Float?]] {
            scene.device.advance(seconds)
            let now = scene.device.now
            var result: [AVAudioSession.Port: [Float?]] = [:]
            for output in scene.device.outputs {
                let port = app.session.currentRoute.outputs.first { $0.portType == output.portType }
                guard let count = port?.channels?.count else { continue }
                result[output.portType] = (0..<count).map { channel in
                    let values = Set(output.samples(channel: channel, from: now - 0.01, to: now))
                    return values.count == 1 ? values.first : nil
                }
            }
            return result
        }

        func channel(_ port: Int, _ number: Int) throws -> AVAudioSessionChannelDescription {
            try #require(ports[port].channels)[number - 1]
        }

        /// A player of channels that each hold a value of its own.
        func player(_ values: [Float]) throws -> AVAudioPlayer {
            let sound = Sound(sampleRate: 48_000, channels: values.map { Array(repeating: $0, count: 480_000) })
            return try app.perform { try AVAudioPlayer(data: sound.wave()) }
        }
    }

    @Test func s79APlayerSoundsInTheChannelThatItWasGivenAndNowhereElse() throws {
        let booth = try Booth()
        let player = try booth.player([0.25])
        player.channelAssignments = [try booth.channel(0, 1)]
        #expect(player.channelAssignments == [try booth.channel(0, 1)])
        #expect(player.play())
        #expect(booth.heard() == [.headphones: [0.25, 0], .HDMI: [0, 0]])
        // A pan has nothing to move a single channel to.
        player.pan = 1
        #expect(booth.heard() == [.headphones: [0.25, 0], .HDMI: [0, 0]])
    }

    @Test func withoutAnAssignmentTheFirstTwoChannelsSound() throws {
        let booth = try Booth()
        let (mono, stereo) = (try booth.player([0.125]), try booth.player([0.25, 0.5]))
        #expect(mono.channelAssignments == nil)
        #expect(mono.play())
        #expect(booth.heard() == [.headphones: [0.125, 0.125], .HDMI: [0, 0]])
        mono.stop()
        #expect(stereo.play())
        #expect(booth.heard() == [.headphones: [0.25, 0.5], .HDMI: [0, 0]])
    }

    @Test func moreChannelsThanTwoMeetThoseOfSeveralPortsOneToOne() throws {
        let booth = try Booth(screenChannels: 6)
        let player = try booth.player([0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375])
        #expect(player.play())
        let heard = booth.heard()
        #expect(heard[.headphones] == [0.0625, 0.125])
        #expect(heard[.HDMI] == [0.1875, 0.25, 0.3125, 0.375, 0, 0])
    }

    @Test func theDJCuesInHeadphonesWhatTheRoomDoesNotHear() throws {
        let booth = try Booth()
        let (cue, main) = (try booth.player([0.125, 0.25]), try booth.player([0.5, 0.375]))
        cue.channelAssignments = booth.ports[0].channels
        main.channelAssignments = booth.ports[1].channels
        #expect(cue.play() && main.play())
        #expect(booth.heard() == [.headphones: [0.125, 0.25], .HDMI: [0.5, 0.375]])
        // The next piece comes to the room while it plays, its sides exchanged; the old one goes.
        main.stop()
        cue.channelAssignments = [try booth.channel(1, 2), try booth.channel(1, 1)]
        #expect(booth.heard() == [.headphones: [0, 0], .HDMI: [0.25, 0.125]])
        // The pan follows the sides of the sound: its right one alone is heard.
        cue.pan = 1
        #expect(booth.heard() == [.headphones: [0, 0], .HDMI: [0.25, 0]])
        cue.pan = 0
        cue.channelAssignments = nil
        #expect(booth.heard() == [.headphones: [0.125, 0.25], .HDMI: [0, 0]])
    }

    @Test func aFadeGoesOnWhenTheChannelsAreOthers() throws {
        let booth = try Booth()
        let player = try booth.player([0.5])
        player.volume = 0
        player.channelAssignments = [try booth.channel(0, 1)]
        #expect(player.play())
        booth.scene.device.advance(0.2)
        let start = booth.scene.device.now
        player.setVolume(1, fadeDuration: 1)
        booth.scene.device.advance(0.5)
        player.channelAssignments = [try booth.channel(1, 2)]
        booth.scene.device.advance(0.3)
        let screen = try #require(booth.scene.device.output(.HDMI))
        let now = booth.scene.device.now
        let level = try #require(screen.samples(channel: 1, from: now - 0.002, to: now).last)
        #expect(abs(Double(level) - 0.5 * (now - start)) < 0.02, "\(level) after \(now - start) s")
    }

    @Test func aPortThatLeavesTakesItsChannelsAlongAndTheOthersKeepTheirNumbers() throws {
        let booth = try Booth()
        let player = try booth.player([0.25, 0.5])
        player.channelAssignments = booth.ports[1].channels
        #expect(player.play())
        #expect(booth.heard() == [.headphones: [0, 0], .HDMI: [0.25, 0.5]])
        // A port that leaves stops its programs (rule R5.2); then the screen's channels are the device's first.
        booth.scene.device.unplug(.headphones)
        #expect(player.play())
        #expect(booth.heard() == [.HDMI: [0.25, 0.5]])
        booth.scene.device.plug(.headphones)
        if !player.isPlaying { #expect(player.play()) }
        #expect(booth.heard() == [.headphones: [0, 0], .HDMI: [0.25, 0.5]])
    }

    @Test func ofAnEightChannelPortOnePairIsChosen() throws {
        let device = SimulatedDevice(.phone)
        device.plug(.usb(outputs: 8, inputs: 0))
        let app = device.app("Stage", backgroundModes: .audio)
        try app.activate(.playback)
        let channels = try #require(app.session.currentRoute.outputs.first?.channels)
        #expect(channels.map(\.channelNumber) == Array(1...8))
        let sound = Sound(sampleRate: 48_000, channels: [0.25, 0.5].map { Array(repeating: $0, count: 48_000) })
        let player = try app.perform { try AVAudioPlayer(data: sound.wave()) }
        player.channelAssignments = [channels[6], channels[3]]
        #expect(player.play())
        device.advance(0.2)
        let output = try #require(device.output(.usbAudio))
        let heard = (0..<8).map { output.samples(channel: $0, from: device.now - 0.01, to: device.now).last }
        #expect(heard == [0, 0, 0, 0.5, 0, 0, 0.25, 0])
    }

    @Test func aQueueOfOneChannelIsHeardInTheChannelThatItWasGiven() throws {
        let booth = try Booth()
        let program = try QueueProgram(booth.app, [Array(repeating: Float(0.25), count: 48_000)])
        for (port, number, status) in [
            (1, 3, kAudioQueueErr_InvalidPropertyValue), (0, 3, kAudioQueueErr_InvalidPropertyValue), (1, 2, noErr),
        ] {
            let name = booth.ports[port].uid as CFString
            var assignment = AudioQueueChannelAssignment(
                mDeviceUID: Unmanaged.passUnretained(name), mChannelNumber: UInt32(number))
            #expect(
                AudioQueueSetProperty(
                    program.queue, kAudioQueueProperty_ChannelAssignments, &assignment,
                    UInt32(MemoryLayout<AudioQueueChannelAssignment>.stride)) == status)
        }
        program.start()
        #expect(booth.heard() == [.headphones: [0, 0], .HDMI: [0, 0.25]])
    }
}
