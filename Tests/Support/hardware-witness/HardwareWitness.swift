import CoreAudio
import Dispatch
import Foundation
import Synchronization

/// The program: its devices, its functions on them, and the lines that it is told.
///
/// Everything runs on the main queue.
final class HardwareWitness: @unchecked Sendable {
    private let system = AudioObjectID(kAudioObjectSystemObject)
    private var functions: [String: (device: AudioObjectID, id: AudioDeviceIOProcID)] = [:]
    private var aggregates: [String: AudioObjectID] = [:]
    private let peak = Mutex<Float>(0)
    /// The samples of the latest block, from the lowest to the highest.
    private let latest = Mutex<ClosedRange<Float>>(0...0)
    private var taps: [String: AudioObjectID] = [:]

    func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    func perform(_ words: [String]) {
        do {
            try understand(words)
            say("done \(words.joined(separator: " "))")
        } catch {
            say("refused \(words.joined(separator: " ")): \(error)")
        }
    }

    private func understand(_ words: [String]) throws {
        let rest = Array(words.dropFirst(2))
        switch (words.first, words.dropFirst().first) {
        case ("devices", _):
            for device in try devices() {
                let outputs = channels(of: device, kAudioObjectPropertyScopeOutput)
                let inputs = channels(of: device, kAudioObjectPropertyScopeInput)
                say("device \(try uid(of: device)) \(outputs) \(inputs)")
            }
        case ("default", _): say("default \(try uid(of: value(system, kAudioHardwarePropertyDefaultOutputDevice, 0)))")
        case ("watch", _): try watch()
        case ("play", let uid?): try play(uid, rest.compactMap { Float($0) })
        case ("record", let uid?): try record(uid)
        case ("peak", _): say("peak \(peak.withLock { $0 })")
        case ("stop", let uid?): try stop(uid)
        case ("block", let uid?):
            var frames = rest.first.flatMap { UInt32($0) } ?? 0
            var address = address(kAudioDevicePropertyBufferFrameSize)
            try check(AudioObjectSetPropertyData(device(uid), &address, 0, nil, 4, &frames))
        case ("rate", let uid?):
            let rate = try value(device(uid), kAudioDevicePropertyNominalSampleRate, 0.0)
            let frames = try value(device(uid), kAudioDevicePropertyBufferFrameSize, UInt32(0))
            say("rate \(Int(rate)) \(frames)")
        case ("aggregate", let uid?): try combine(uid, rest)
        case ("processes", _):
            for process in try AudioHardwareSystem.shared.processes {
                say("process \(try process.pid) \(try process.isRunningOutput ? "plays" : "rests")")
            }
        case ("tap", let name?): try tap(name, rest)
        case ("untap", let name?):
            try check(AudioHardwareDestroyProcessTap(taps.removeValue(forKey: name) ?? 0))
        case ("range", _):
            let range = latest.withLock { $0 }
            say("range \(range.lowerBound) \(range.upperBound)")
        case ("separate", let uid?):
            try check(AudioHardwareDestroyAggregateDevice(aggregates.removeValue(forKey: uid) ?? 0))
        default: say("not understood: \(words)")
        }
    }

    // MARK: Properties

    private struct Failure: Error {
        let status: OSStatus
    }

    private func check(_ status: OSStatus) throws {
        if status != noErr { throw Failure(status: status) }
    }

    private func address(
        _ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
    ) -> AudioObjectPropertyAddress {
        AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: kAudioObjectPropertyElementMain)
    }

    private func value<Value: BitwiseCopyable>(
        _ id: AudioObjectID, _ selector: AudioObjectPropertySelector, _ start: Value
    ) throws -> Value {
        var address = address(selector)
        var (result, size) = (start, UInt32(MemoryLayout<Value>.size))
        try check(AudioObjectGetPropertyData(id, &address, 0, nil, &size, &result))
        return result
    }

    private func devices() throws -> [AudioObjectID] {
        var address = address(kAudioHardwarePropertyDevices)
        var size: UInt32 = 0
        try check(AudioObjectGetPropertyDataSize(system, &address, 0, nil, &size))
        var ids = [AudioObjectID](repeating: 0, count: Int(size) / 4)
        try check(AudioObjectGetPropertyData(system, &address, 0, nil, &size, &ids))
        return Array(ids.prefix(Int(size) / 4))
    }

    private func uid(of device: AudioObjectID) throws -> String {
        var address = address(kAudioDevicePropertyDeviceUID)
        var text: Unmanaged<CFString>?
        var size = UInt32(MemoryLayout<Unmanaged<CFString>?>.size)
        try check(AudioObjectGetPropertyData(device, &address, 0, nil, &size, &text))
        return text.map { "\($0.takeRetainedValue())" } ?? ""
    }

    private func device(_ name: String) throws -> AudioObjectID {
        guard let device = try devices().first(where: { try uid(of: $0) == name }) else {
            throw Failure(status: kAudioHardwareBadDeviceError)
        }
        return device
    }

    private func channels(of device: AudioObjectID, _ scope: AudioObjectPropertyScope) -> Int {
        var address = address(kAudioDevicePropertyStreamConfiguration, scope)
        var size: UInt32 = 0
        guard AudioObjectGetPropertyDataSize(device, &address, 0, nil, &size) == noErr, size > 0 else { return 0 }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(size), alignment: 16)
        defer { memory.deallocate() }
        guard AudioObjectGetPropertyData(device, &address, 0, nil, &size, memory) == noErr else { return 0 }
        let buffers = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
        return buffers.reduce(0) { $0 + Int($1.mNumberChannels) }
    }

    private func watch() throws {
        let names = [
            kAudioHardwarePropertyDevices: "changed devices",
            kAudioHardwarePropertyDefaultOutputDevice: "changed default",
        ]
        for (selector, line) in names {
            var address = address(selector)
            let status = AudioObjectAddPropertyListenerBlock(system, &address, .main) { [weak self] _, _ in
                self?.say(line)
            }
            try check(status)
        }
    }

    // MARK: Functions

    private func start(_ uid: String, _ body: @escaping AudioDeviceIOBlock) throws {
        let device = try device(uid)
        var function: AudioDeviceIOProcID?
        try check(AudioDeviceCreateIOProcIDWithBlock(&function, device, nil, body))
        guard let function else { return }
        functions[uid] = (device, function)
        try check(AudioDeviceStart(device, function))
    }

    private func play(_ uid: String, _ levels: [Float]) throws {
        try start(uid) { _, _, _, output, _ in
            for (index, buffer) in UnsafeMutableAudioBufferListPointer(output).enumerated() {
                guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
                let level = index < levels.count ? levels[index] : 0
                for sample in 0..<Int(buffer.mDataByteSize) / 4 { samples[sample] = level }
            }
        }
    }

    private func record(_ uid: String) throws {
        try start(uid) { [self] _, input, _, _, _ in
            var loudest: Float = 0
            var range: ClosedRange<Float>?
            for buffer in UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: input)) {
                guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
                for sample in 0..<Int(buffer.mDataByteSize) / 4 {
                    loudest = max(loudest, abs(samples[sample]))
                    let old = range ?? samples[sample]...samples[sample]
                    range = min(old.lowerBound, samples[sample])...max(old.upperBound, samples[sample])
                }
            }
            peak.withLock { $0 = max($0, loudest) }
            if let range { latest.withLock { $0 = range } }
        }
    }

    private func stop(_ uid: String) throws {
        guard let function = functions.removeValue(forKey: uid) else { return }
        try check(AudioDeviceStop(function.device, function.id))
        try check(AudioDeviceDestroyIOProcID(function.device, function.id))
    }

    /// Makes a tap and a device with it: `unmuted|muted|mutedWhenTapped include|exclude PID…`.
    private func tap(_ name: String, _ words: [String]) throws {
        let system = AudioHardwareSystem.shared
        let objects = try words.dropFirst(2).compactMap { Int32($0) }.map { process in
            guard let found = try system.process(for: process) else {
                throw Failure(status: kAudioHardwareBadObjectError)
            }
            return found.id
        }
        let description =
            words.dropFirst().first == "exclude"
            ? CATapDescription(stereoGlobalTapButExcludeProcesses: objects)
            : CATapDescription(stereoMixdownOfProcesses: objects)
        description.muteBehavior =
            words.first == "muted" ? .muted : words.first == "mutedWhenTapped" ? .mutedWhenTapped : .unmuted
        var tap = AudioObjectID(0)
        try check(AudioHardwareCreateProcessTap(description, &tap))
        taps[name] = tap
        let aggregate: [String: Any] = [
            kAudioAggregateDeviceUIDKey: name, kAudioAggregateDeviceNameKey: name,
            kAudioAggregateDeviceTapListKey: [[kAudioSubTapUIDKey: description.uuid.uuidString]],
        ]
        var device = AudioObjectID(0)
        try check(AudioHardwareCreateAggregateDevice(aggregate as CFDictionary, &device))
        aggregates[name] = device
    }

    private func combine(_ uid: String, _ parts: [String]) throws {
        let description: [String: Any] = [
            kAudioAggregateDeviceUIDKey: uid, kAudioAggregateDeviceNameKey: uid,
            kAudioAggregateDeviceSubDeviceListKey: parts.map { [kAudioSubDeviceUIDKey: $0] },
        ]
        var device = AudioObjectID(0)
        try check(AudioHardwareCreateAggregateDevice(description as CFDictionary, &device))
        aggregates[uid] = device
    }
}
