import Glibc
import HardwareContract
import Patience
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import Testing

/// A paced device renders nothing while no program would notice, and is there at once when one would.
@Suite struct VirtualRestTests {
    private let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: 64))

    @Test func aDeviceThatNobodyHearsRests() throws {
        try device.startPacing()
        defer { device.endPacing() }
        #expect(Patience.until { device.isResting })
        let (frames, moment) = (device.framesRendered, device.now)
        // Time continues, frames do not.
        #expect(Patience.until { device.now > moment + 0.05 })
        #expect(device.framesRendered == frames)
        #expect(device.isPaced)
    }

    @Test func aStreamThatStartsEndsTheRestAtOnceAndIsHeardWhole() throws {
        let music = TestProgram(1)
        try music.open(device)
        try device.startPacing()
        defer { device.endPacing() }
        for round in 1...2 {
            #expect(Patience.until { device.isResting })
            let (frames, before) = (device.framesRendered, device.now)
            music.heard = TestProgram.Heard()
            music.heard.keepsInput = true
            try music.stream?.start()
            #expect(Patience.until { device.framesRendered >= frames + 640 })
            music.stream?.stop()
            // The first block's time is now, not when the rest began; the blocks after it follow without a gap.
            let times = music.heard.hostNanoseconds
            #expect(try #require(times.first) >= before.nanoseconds, "round \(round)")
            #expect(times.count >= 9)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 })
            #expect(music.heard.sampleTimes.first == Int64(0) || round == 2)
            #expect(zip(music.heard.sampleTimes, music.heard.sampleTimes.dropFirst()).allSatisfy { $1 - $0 == 64 })
        }
    }

    @Test func aGlideEndsBeforeTheDeviceRests() throws {
        let music = TestProgram(1, .constant(0.5))
        try music.play(device)
        music.stream?.stop()
        try device.startPacing()
        defer { device.endPacing() }
        device.stage.perform([.gain(music.id, .media, 0.25, rampSeconds: 0.7)])
        #expect(!device.isResting)
        #expect(Patience.until { device.isResting })
        // 0.7 s of it were the glide's.
        #expect(device.framesRendered >= 33_600)
        let recording = device.record(portUID: "Speaker")
        try music.stream?.start()
        #expect(Patience.until { recording.frameCount >= 4_800 })
        music.stream?.stop()
        let heard = recording.channel(0)
        #expect(heard.contains(0.125))
        #expect(heard.allSatisfy { $0 == 0.125 || $0 == 0 })
    }

    @Test func whoeverListensKeepsTheDeviceAwake() throws {
        try device.startPacing()
        defer { device.endPacing() }
        #expect(Patience.until { device.isResting })
        let frames = device.framesRendered
        let sink = device.addSink(portUID: "Speaker") { _ in }
        // Longer than a rest would need to come.
        #expect(Patience.until { device.framesRendered >= frames + 48_000 })
        sink.cancel()
        #expect(Patience.until { device.isResting })
        let hook = device.afterBlock {}
        #expect(!device.isResting)
        hook.cancel()
        #expect(Patience.until { device.isResting })
    }

    @Test func aRestingDeviceEnds() throws {
        for _ in 0..<3 {
            try device.startPacing()
            #expect(Patience.until { device.isResting })
            device.endPacing()
            #expect(!device.isPaced)
        }
    }
}
