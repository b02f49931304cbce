import AllocationProbe
import SordinoRealtime
import Testing

/// Two planar channels with their pointer list, freed at the end.
private final class Planar {
    let frameCount: Int
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    init(frameCount: Int) {
        self.frameCount = frameCount
        pointers = .allocate(capacity: 2)
        for channel in 0..<2 {
            pointers[channel] = .allocate(capacity: frameCount)
            pointers[channel].initialize(repeating: 0, count: frameCount)
        }
    }
    deinit {
        for channel in 0..<2 { pointers[channel].deallocate() }
        pointers.deallocate()
    }
}

@Suite struct FloatRingTests {
    @Test func framesComeOutAsTheyWentInAcrossManyWraps() {
        let ring = FloatRing(channelCount: 2, frameCapacity: 100)
        #expect(ring.frameCapacity == 128)
        let source = Planar(frameCount: 90)
        let target = Planar(frameCount: 90)
        var written = 0
        var read = 0
        for step in 0..<200 {
            let count = step % 90
            for frame in 0..<count {
                source.pointers[0][frame] = Float(written + frame)
                source.pointers[1][frame] = -Float(written + frame)
            }
            let room = ring.producer.writableFrameCount
            let taken = ring.producer.write(from: source.pointers, frameCount: count)
            #expect(taken == min(count, room))
            written += taken
            let given = ring.consumer.read(into: target.pointers, offset: 3, frameCount: (step * 7) % 87)
            for frame in 0..<given {
                #expect(target.pointers[0][3 + frame] == Float(read + frame))
                #expect(target.pointers[1][3 + frame] == -Float(read + frame))
            }
            read += given
            #expect(ring.consumer.readableFrameCount == written - read)
        }
        #expect(read > 1000)
    }

    @Test func aReaderPastTheEndGetsWhatIsThereAndTouchesNothingElse() {
        let ring = FloatRing(channelCount: 2, frameCapacity: 16)
        let source = Planar(frameCount: 4)
        let target = Planar(frameCount: 8)
        for frame in 0..<8 { target.pointers[0][frame] = 9 }
        #expect(ring.consumer.read(into: target.pointers, frameCount: 8) == 0)
        #expect(ring.producer.write(from: source.pointers, frameCount: 4) == 4)
        #expect(ring.producer.writeSilence(frameCount: 1) == 1)
        #expect(ring.consumer.peek(into: target.pointers, frameCount: 8) == 5)
        #expect(ring.consumer.skip(frameCount: 2) == 2)
        #expect(ring.consumer.read(into: target.pointers, frameCount: 8) == 3)
        #expect(target.pointers[0][5] == 9)
        #expect(ring.consumer.skip(frameCount: 2) == 0)
    }

    @Test func framesWrittenWhereTheRingHasThemComeOutInOrderAcrossManyWraps() {
        let ring = FloatRing(channelCount: 2, frameCapacity: 64)
        let target = Planar(frameCount: 64)
        var (written, read) = (0, 0)
        for step in 1..<200 {
            let span = ring.producer.writableSpan(frameCount: step % 50)
            #expect(span.frameCount <= min(step % 50, ring.producer.writableFrameCount))
            #expect(span.start + span.frameCount <= 64)
            for frame in 0..<span.frameCount {
                ring.producer.plane(0)[span.start + frame] = Float(written + frame)
                ring.producer.plane(1)[span.start + frame] = -Float(written + frame)
            }
            #expect(ring.consumer.readableFrameCount == written - read, "nothing is read before it is committed")
            ring.producer.commit(frameCount: span.frameCount)
            written += span.frameCount
            let given = ring.consumer.read(into: target.pointers, frameCount: step * 7 % 40)
            for frame in 0..<given {
                #expect(target.pointers[0][frame] == Float(read + frame))
                #expect(target.pointers[1][frame] == -Float(read + frame))
            }
            read += given
        }
        #expect(read > 1000)
        while case let span = ring.producer.writableSpan(frameCount: 64), span.frameCount > 0 {
            ring.producer.commit(frameCount: span.frameCount)
        }
        #expect(ring.producer.writableFrameCount == 0)
    }

    @Test func writingAndReadingTouchesNoHeap() {
        let ring = FloatRing(channelCount: 2, frameCapacity: 64)
        let planar = Planar(frameCount: 64)
        var frames = 0
        let calls = countingHeapCalls {
            frames = ring.producer.write(from: planar.pointers, frameCount: 60)
            frames += ring.consumer.read(into: planar.pointers, frameCount: 60)
            frames += ring.producer.writeSilence(frameCount: 10)
            frames += ring.consumer.skip(frameCount: 10)
        }
        #expect(calls == .none)
        #expect(frames == 140)
    }
}
