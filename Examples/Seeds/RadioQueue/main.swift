// Plays a stream while it arrives: curl -s STATION | swift run radio-queue /dev/stdin
//
// "Parsing Streamed Audio" of "Using Audio": Audio File Stream Services find the packets, buffers carry them to an audio queue.

import AudioToolbox
import Foundation

/// Prints a line at once, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Ends the program if a call fails.
func check(_ status: OSStatus, _ what: String) {
    guard status != noErr else { return }
    say("error: \(what): \(status)")
    exit(1)
}

/// A stream's packets on their way into a queue; the thread that reads parses, waits for a free buffer and fills it.
final class Radio: @unchecked Sendable {
    private static let bufferCount = 6
    private static let bufferSize: UInt32 = 16_384
    private static let mostPackets = 64
    private var stream: AudioFileStreamID?
    private var queue: AudioQueueRef?
    /// Buffers that the queue has given back.
    private var free: [AudioQueueBufferRef] = []
    private let lock = NSCondition()
    private var filling: AudioQueueBufferRef?
    private var descriptions: [AudioStreamPacketDescription] = []
    private var enqueued = 0
    private var hasStarted = false

    init() {
        check(
            AudioFileStreamOpen(
                Unmanaged.passUnretained(self).toOpaque(),
                { client, stream, property, _ in
                    guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
                    Unmanaged<Radio>.fromOpaque(client).takeUnretainedValue().makeQueue(stream)
                },
                { client, _, packetCount, data, descriptions in
                    let radio = Unmanaged<Radio>.fromOpaque(client).takeUnretainedValue()
                    radio.take(data, Int(packetCount), descriptions)
                }, 0, &stream), "AudioFileStreamOpen")
    }

    func parse(_ data: Data) {
        guard let stream else { return }
        data.withUnsafeBytes {
            check(
                AudioFileStreamParseBytes(stream, UInt32($0.count), $0.baseAddress, []), "AudioFileStreamParseBytes")
        }
    }

    /// The stream is over: what is left is played.
    func end() {
        enqueue()
        guard let queue else {
            say("no sound")
            exit(1)
        }
        start()
        check(AudioQueueFlush(queue), "AudioQueueFlush")
        check(AudioQueueStop(queue, false), "AudioQueueStop")
    }

    private func makeQueue(_ stream: AudioFileStreamID) {
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout.size(ofValue: format))
        check(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &format), "format")
        let client = Unmanaged.passUnretained(self).toOpaque()
        // No run loop: the queue calls on a thread of its own.
        check(
            AudioQueueNewOutput(
                &format,
                { client, _, buffer in
                    guard let client else { return }
                    Unmanaged<Radio>.fromOpaque(client).takeUnretainedValue().giveBack(buffer)
                }, client, nil, nil, 0, &queue), "AudioQueueNewOutput")
        guard let queue else { return }
        var cookieSize: UInt32 = 0
        if AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_MagicCookieData, &cookieSize, nil) == noErr,
            cookieSize > 0
        {
            var cookie = [UInt8](repeating: 0, count: Int(cookieSize))
            check(
                AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_MagicCookieData, &cookieSize, &cookie),
                "cookie")
            check(AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, cookieSize), "cookie")
        }
        check(
            AudioQueueAddPropertyListener(
                queue, kAudioQueueProperty_IsRunning,
                { _, queue, _ in
                    var isRunning: UInt32 = 0
                    var size: UInt32 = 4
                    AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size)
                    if isRunning == 0 {
                        say("done")
                        exit(0)
                    }
                }, nil), "AudioQueueAddPropertyListener")
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            check(
                AudioQueueAllocateBufferWithPacketDescriptions(
                    queue, Self.bufferSize, UInt32(Self.mostPackets), &buffer), "buffer")
            if let buffer { free.append(buffer) }
        }
        say("\(Int(format.mSampleRate)) Hz, \(format.mChannelsPerFrame) channels")
    }

    private func take(
        _ data: UnsafeRawPointer, _ packetCount: Int, _ given: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        guard let given else {
            say("error: packets of one size are for a file player")
            exit(1)
        }
        for index in 0..<packetCount {
            var packet = given[index]
            guard packet.mDataByteSize <= Self.bufferSize else { continue }
            let isFull =
                filling.map { $0.pointee.mAudioDataByteSize + packet.mDataByteSize > Self.bufferSize } ?? false
            if isFull || descriptions.count == Self.mostPackets { enqueue() }
            let buffer = filling ?? waitForBuffer()
            filling = buffer
            let place = buffer.pointee.mAudioDataByteSize
            (buffer.pointee.mAudioData + Int(place)).copyMemory(
                from: data + Int(packet.mStartOffset), byteCount: Int(packet.mDataByteSize))
            packet.mStartOffset = Int64(place)
            descriptions.append(packet)
            buffer.pointee.mAudioDataByteSize = place + packet.mDataByteSize
        }
    }

    private func enqueue() {
        guard let queue, let buffer = filling else { return }
        check(
            AudioQueueEnqueueBuffer(queue, buffer, UInt32(descriptions.count), descriptions), "AudioQueueEnqueueBuffer")
        filling = nil
        descriptions = []
        enqueued += 1
        if enqueued == Self.bufferCount / 2 { start() }
    }

    private func start() {
        guard let queue, !hasStarted else { return }
        hasStarted = true
        check(AudioQueueStart(queue, nil), "AudioQueueStart")
        say("playing")
    }

    private func waitForBuffer() -> AudioQueueBufferRef {
        lock.lock()
        defer { lock.unlock() }
        while free.isEmpty { lock.wait() }
        let buffer = free.removeFirst()
        buffer.pointee.mAudioDataByteSize = 0
        return buffer
    }

    private func giveBack(_ buffer: AudioQueueBufferRef) {
        lock.lock()
        free.append(buffer)
        lock.unlock()
        lock.signal()
    }
}

guard CommandLine.arguments.count == 2, let input = FileHandle(forReadingAtPath: CommandLine.arguments[1]) else {
    say("usage: radio-queue FILE")
    exit(2)
}
let radio = Radio()
let reader = Thread {
    while true {
        let data = input.readData(ofLength: 4_096)
        if data.isEmpty { break }
        radio.parse(data)
    }
    radio.end()
}
reader.start()
withExtendedLifetime(reader) { dispatchMain() }
