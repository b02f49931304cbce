// Makes sample buffers of random numbers and lets every reader at them: no trap, no byte outside of the data, and what is
// attached comes back.
//
//   fuzz-samples [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import ByteMutation
import CoreMedia

let options = FuzzOptions()

nonisolated(unsafe) var numbers = SeededNumbers(seed: options.seed)

/// One of a few numbers at which readers break, or any.
func odd() -> Int {
    let extremes = [0, 1, 2, 3, 7, 8, 64, 1 << 31, 1 << 40, .max, .min, -1, -8]
    return numbers.next() % 3 == 0
        ? Int(truncatingIfNeeded: numbers.next()) : extremes[Int(numbers.next() % UInt64(extremes.count))]
}

/// A small number mostly.
func small() -> Int { numbers.next() % 8 == 0 ? odd() : Int(numbers.next() % 70) }

func time() -> CMTime {
    CMTime(
        value: Int64(odd()), timescale: Int32(truncatingIfNeeded: odd()),
        flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: numbers.next() & 31)), epoch: Int64(small()))
}

/// A format that a stranger's file might state.
func description() -> CMFormatDescription? {
    var stream = AudioStreamBasicDescription(
        mSampleRate: [48_000, 0, -1, .nan, .infinity, 44_100][Int(numbers.next() % 6)],
        mFormatID: numbers.next() % 2 == 0 ? kAudioFormatLinearPCM : kAudioFormatMPEG4AAC,
        mFormatFlags: UInt32(truncatingIfNeeded: numbers.next() & 63),
        mBytesPerPacket: UInt32(truncatingIfNeeded: small()),
        mFramesPerPacket: UInt32(truncatingIfNeeded: small()), mBytesPerFrame: UInt32(truncatingIfNeeded: small()),
        mChannelsPerFrame: UInt32(truncatingIfNeeded: small()), mBitsPerChannel: UInt32(truncatingIfNeeded: small()),
        mReserved: 0)
    let cookie = (0..<Int(numbers.next() % 40)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = UInt32(truncatingIfNeeded: odd())
    var made: CMFormatDescription?
    CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: &stream, layoutSize: numbers.next() % 2 == 0 ? 0 : MemoryLayout<AudioChannelLayout>.size,
        layout: &layout, magicCookieSize: cookie.count, magicCookie: cookie, extensions: nil,
        formatDescriptionOut: &made)
    return made
}

func buffer() -> CMSampleBuffer? {
    let bytes = (0..<Int(numbers.next() % 600)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    let block = try? CMBlockBuffer(length: max(1, bytes.count), flags: .assureMemoryNow)
    try? bytes.withUnsafeBytes { try block?.replaceDataBytes(with: $0) }
    let count = small()
    let sizes = (0..<Int(numbers.next() % 4)).map { _ in small() }
    let timings = (0..<Int(numbers.next() % 4)).map { _ in
        CMSampleTimingInfo(duration: time(), presentationTimeStamp: time(), decodeTimeStamp: time())
    }
    var made: CMSampleBuffer?
    CMSampleBufferCreate(
        allocator: nil, dataBuffer: numbers.next() % 5 == 0 ? nil : block, dataReady: numbers.next() % 4 > 0,
        makeDataReadyCallback: nil, refcon: nil, formatDescription: numbers.next() % 8 == 0 ? nil : description(),
        sampleCount: count, sampleTimingEntryCount: timings.count, sampleTimingArray: timings,
        sampleSizeEntryCount: sizes.count, sampleSizeArray: sizes, sampleBufferOut: &made)
    return made
}

func read(_ buffer: CMSampleBuffer) {
    _ = (buffer.duration, buffer.presentationTimeStamp, buffer.totalSampleSize, buffer.numSamples)
    _ = CMSampleBufferGetSampleSize(buffer, at: small())
    var needed = 0
    var block: CMBlockBuffer?
    let room = Int(numbers.next() % 400)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 400, alignment: 16)
    defer { memory.deallocate() }
    let list = memory.assumingMemoryBound(to: AudioBufferList.self)
    let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        buffer, bufferListSizeNeededOut: &needed, bufferListOut: list, bufferListSize: room, blockBufferAllocator: nil,
        blockBufferMemoryAllocator: nil, flags: UInt32(numbers.next() & 1), blockBufferOut: &block)
    if status == 0 {
        precondition(needed <= room, "a list beyond its room")
        var sum = 0
        for part in UnsafeMutableAudioBufferListPointer(list) {
            guard let data = part.mData else { continue }
            // Every byte that is shown is there.
            for index in 0..<Int(part.mDataByteSize) { sum &+= Int(data.load(fromByteOffset: index, as: UInt8.self)) }
        }
        precondition(sum >= 0, "bytes")
    }
    _ = try? CMSampleBuffer(
        copying: buffer, forRange: min(small(), 100_000)..<min(max(small(), 0), 100_000).advanced(by: 100_000))
    attach(buffer)
}

/// Attaches objects under random names, and finds them again.
func attach(_ buffer: CMSampleBuffer) {
    var expected: [String: (Int, UInt32)] = [:]
    for _ in 0..<Int(numbers.next() % 12) {
        let (name, value, mode) = ("k\(numbers.next() % 5)", small(), UInt32(numbers.next() % 3))
        if numbers.next() % 4 == 0 {
            CMRemoveAttachment(buffer, key: name as CFString)
            expected[name] = nil
        } else {
            CMSetAttachment(buffer, key: name as CFString, value: NSNumber(value: value), attachmentMode: mode)
            expected[name] = (value, mode)
        }
    }
    for (name, entry) in expected {
        var mode: CMAttachmentMode = 99
        let found = CMGetAttachment(buffer, key: name as CFString, attachmentModeOut: &mode) as? NSNumber
        precondition(found?.intValue == entry.0 && mode == entry.1, "an attachment is lost")
    }
    let going = CMCopyDictionaryOfAttachments(
        allocator: nil, target: buffer, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    precondition(
        going?.count ?? 0 == expected.values.filter { $0.1 == kCMAttachmentMode_ShouldPropagate }.count,
        "attachments of one mode")
    if let entries = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: numbers.next() % 2 == 0) {
        precondition(entries.count == buffer.numSamples, "one dictionary for each sample")
    }
}

let end = ContinuousClock.now + .seconds(options.seconds)
var (count, madeCount) = (0, 0)
while ContinuousClock.now < end {
    for _ in 0..<100 {
        count += 1
        guard let made = buffer() else { continue }
        madeCount += 1
        read(made)
    }
}
print("fuzz-samples: \(count) inputs, \(madeCount) buffers made")
