import AVAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoWork

/// The functions that a program has added to one device, and the stream to the hardware while one of them runs.
///
/// - Thread: any; the functions themselves run on the audio thread.
final class DeviceIO: @unchecked Sendable {
    /// One function that the program added to the device.
    private struct Entry: Sendable {
        var id: UInt
        /// Indicates whether the program started it; the session may have stopped the hardware meanwhile.
        var runs = false
        /// The block behind the function, retained while the function may be called.
        var keeper: Lent<AnyObject>?
    }

    let id: AudioObjectID
    let device: SoundDevice
    private weak var context: AppContext?
    private let client: SessionClient
    private let numbers: DeviceNumbers
    private let taps: ProgramTaps
    /// The unique names of the taps that are read; changed while `turn` is held.
    private let readTaps = Guarded<[String]>([])
    private let remote: RemoteIO
    private let cycle: OpaquePointer
    private let entries = Guarded<[Entry?]>([])
    /// Held while the hardware is started and stopped.
    private let turn = ReentrantLock()
    /// Work that IO functions requested during the present block, to be done after it.
    private let afterBlock = AfterBlock()
    private var observers: [Int] = []
    private static let numbers = Guarded<UInt>(0x4000)
    private static let slotCount = 32
    private static let streamLimit = 8

    /// - Returns: Nil for a device with too many streams.
    init?(_ id: AudioObjectID, _ device: SoundDevice, _ context: AppContext, _ hardware: Hardware) {
        guard device.outputs.count <= Self.streamLimit, device.inputs.count <= Self.streamLimit,
            let cycle = sordino_device_cycle_make(id)
        else { return nil }
        self.id = id
        self.device = device
        self.context = context
        self.cycle = cycle
        client = context.client
        (numbers, taps) = (hardware.numbers, hardware.taps)
        remote = RemoteIO(context: context)
        remote.claim = PortClaim(device, context: context)
        remote.startsTimeAtZero = false
        remote.isOutputEnabled = !device.outputs.isEmpty
        remote.isInputEnabled = !device.inputs.isEmpty
        entries.withLock { $0 = Array(repeating: nil, count: Self.slotCount) }
        setBlocks(tapChannels: 0)
        observers = [
            client.addObserver { [weak self] notification in
                if case .interruptionEnded = notification { self?.resume() }
            },
            client.addWatcher(on: .secondary) { [weak self] in self?.follow() },
        ]
    }

    deinit {
        for observer in observers { client.removeObserver(observer) }
        remote.stop()
        dropTaps()
        sordino_device_cycle_free(cycle)
    }

    /// Indicates whether a function of the device is started.
    var isRunning: Bool { remote.isRunning }

    /// Indicates whether the device has no functions.
    var isEmpty: Bool { entries.withLock { $0.allSatisfy { $0 == nil } } }

    /// Returns the number of channels of all given ports together.
    private func channelCount(_ ports: [DevicePort]) -> Int { ports.reduce(0) { $0 + max(1, $1.channels.count) } }

    /// The hardware calls these; the state that they need outlives it.
    private func setBlocks(tapChannels: Int) {
        let cycle = cycle
        let render = remote.renderBlock
        let inputs = channelCount(device.inputs) + tapChannels
        let plays = !device.outputs.isEmpty
        remote.handler = { flags, time, frameCount, bus in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: UInt32(inputs), mDataByteSize: frameCount * UInt32(inputs) * 4,
                    mData: sordino_device_cycle_arrivals(cycle)))
            let status = render(flags, time, frameCount, bus, &list, nil, nil)
            sordino_device_cycle_arrived(cycle, status == noErr)
            if !plays { listenToDevice(cycle, time, frameCount) }
        }
        remote.provider = { _, time, frameCount, _, list in
            playDevice(cycle, time, frameCount, list)
        }
    }

    // MARK: Functions

    /// Adds a function.
    ///
    /// - Returns: Its number; nil if there are too many functions.
    func add(_ function: @escaping AudioDeviceIOProc, _ context: UnsafeMutableRawPointer?, keeping keeper: AnyObject?)
        -> UInt?
    {
        let number = Self.numbers.withLock { number in
            number += 16
            return number
        }
        let entry = Entry(id: number, keeper: keeper.map { Lent($0) })
        let place = entries.withLock { entries -> Int? in
            guard let slot = entries.firstIndex(where: { $0 == nil }) else { return nil }
            entries[slot] = entry
            return slot
        }
        guard let place else { return nil }
        // The function is not called before it is started.
        sordino_device_cycle_put(cycle, UInt32(place), function, context)
        return number
    }

    private func slot(of number: UInt) -> Int? {
        entries.withLock { $0.firstIndex { $0?.id == number } }
    }

    /// Removes a function; it is not called after this has returned.
    func remove(_ number: UInt) -> OSStatus {
        guard slot(of: number) != nil else { return kAudioHardwareIllegalOperationError }
        _ = stop(number)
        let keeper = entries.withLock { entries -> Lent<AnyObject>? in
            guard let slot = entries.firstIndex(where: { $0?.id == number }) else { return nil }
            sordino_device_cycle_put(cycle, UInt32(slot), nil, nil)
            defer { entries[slot] = nil }
            return entries[slot]?.keeper
        }
        // If an IO function removes itself, its closure is kept until the function has returned.
        if RenderThread.isCurrent, let keeper {
            afterBlock.ask(Int(bitPattern: number), of: context?.system.workers) { [self] in
                waitForCalls()
                withExtendedLifetime(keeper) {}
            }
        }
        return noErr
    }

    /// Waits until no function is being called, a second at most.
    private func waitForCalls() { BlockEnd.wait(atMost: 1) { sordino_device_cycle_is_inside(cycle) } }

    /// Starts the calls of an IO function.
    ///
    /// An IO function may start another one of its device, whose hardware is running. For another device a worker does it after the
    /// block, because starting hardware waits; an error is then not reported.
    func start(_ number: UInt) -> OSStatus {
        guard let slot = slot(of: number) else { return kAudioHardwareIllegalOperationError }
        guard RenderThread.isCurrent else {
            turn.lock()
            defer { turn.unlock() }
            let status = remote.isRunning ? noErr : startHardware()
            if status == noErr { setRunning(slot) }
            return status
        }
        if sordino_device_cycle_is_calling(cycle), remote.isRunning {
            setRunning(slot)
        } else {
            entries.withLock { $0[slot]?.runs = true }
            // Numbers of functions are even: the work of `remove` has another key.
            afterBlock.ask(Int(bitPattern: number | 1), of: context?.system.workers) { [weak self] in
                self?.startIfWanted(number)
            }
        }
        return noErr
    }

    private func setRunning(_ slot: Int) {
        entries.withLock { $0[slot]?.runs = true }
        sordino_device_cycle_set(cycle, UInt32(slot), true)
    }

    /// Starts an IO function that a block of another device requested, unless it was stopped meanwhile.
    private func startIfWanted(_ number: UInt) {
        turn.lock()
        defer { turn.unlock() }
        guard let slot = slot(of: number), entries.withLock({ $0[slot]?.runs == true }) else { return }
        if remote.isRunning || startHardware() == noErr {
            setRunning(slot)
        } else {
            entries.withLock { $0[slot]?.runs = false }
        }
    }

    /// Stops a function; it is not being called when this returns, unless it stops itself.
    func stop(_ number: UInt) -> OSStatus {
        guard let slot = slot(of: number) else { return kAudioHardwareIllegalOperationError }
        entries.withLock { $0[slot]?.runs = false }
        sordino_device_cycle_set(cycle, UInt32(slot), false)
        if RenderThread.isCurrent {
            // The hardware cannot be stopped from inside its own call.
            context?.system.workers.submit { [weak self] in self?.stopIfIdle() }
            return noErr
        }
        waitForCalls()
        stopIfIdle()
        return noErr
    }

    /// Stops every function of the device.
    func stopAll() {
        for number in entries.withLock({ $0.compactMap { $0?.id } }) { _ = stop(number) }
    }

    private var wantsToRun: Bool { entries.withLock { $0.contains { $0?.runs == true } } }

    private func stopIfIdle() {
        turn.lock()
        defer { turn.unlock() }
        guard !wantsToRun else { return }
        remote.stop()
        dropTaps()
        // An IO function may have started another one during the last block.
        if wantsToRun { _ = startHardware() }
    }

    // MARK: The hardware

    /// Starts again with the taps that the device has now, if it runs.
    func restart() -> OSStatus {
        turn.lock()
        defer { turn.unlock() }
        guard remote.isRunning else { return noErr }
        remote.stop(keepsPorts: true)
        return startHardware()
    }

    private func dropTaps() {
        let uids = readTaps.withLock { uids in
            defer { uids = [] }
            return uids
        }
        if !uids.isEmpty { _ = taps.read(uids, -1) }
    }

    /// Reads the taps that the device has now.
    ///
    /// - Returns: Nil if there are too many, or the session refuses.
    private func takeTaps() -> [StreamTap]? {
        let uids = (numbers.device(id) ?? device).taps.map(\.uid)
        guard device.inputs.count + uids.count <= Self.streamLimit else { return nil }
        dropTaps()
        guard !uids.isEmpty else { return [] }
        guard let places = taps.read(uids, 1) else { return nil }
        readTaps.withLock { $0 = uids }
        return places
    }

    private func startHardware() -> OSStatus {
        let status = startHardwareWithTaps()
        if status != noErr { dropTaps() }
        return status
    }

    private func startHardwareWithTaps() -> OSStatus {
        let isHog = Hardware.current.isHog(device)
        client.suitDesktop(hasInput: !device.inputs.isEmpty, isHog: isHog)
        // The program that holds the ports determines their rate.
        do throws(SessionError) { try remote.claim?.take() } catch { return kAudioHardwareIllegalOperationError }
        guard let taps = takeTaps() else { return kAudioHardwareIllegalOperationError }
        let tapChannels = taps.reduce(0) { $0 + $1.channelCount }
        remote.taps = taps
        setBlocks(tapChannels: tapChannels)
        let rate = client.device.timing.sampleRate
        let (inputs, outputs) = (channelCount(device.inputs) + tapChannels, channelCount(device.outputs))
        remote.given = UnitFormat(BusFormat(sampleRate: rate, channelCount: max(1, outputs)), isInterleaved: true)
        remote.wanted = UnitFormat(BusFormat(sampleRate: rate, channelCount: max(1, inputs)), isInterleaved: true)
        let isPrepared = sordino_device_cycle_prepare(
            cycle, device.inputs.map { UInt32(max(1, $0.channels.count)) } + taps.map { UInt32($0.channelCount) },
            UInt32(device.inputs.count + taps.count),
            device.outputs.map { UInt32(max(1, $0.channels.count)) }, UInt32(device.outputs.count),
            UInt32(RemoteIO.maximumFrameCount), rate)
        guard isPrepared else { return kAudioHardwareUnspecifiedError }
        do throws(RemoteIO.StartError) { try remote.start() } catch {
            remote.stop()
            switch error {
            case .refused(.session): return kAudioHardwareIllegalOperationError
            case .refused(.hardware): return kAudioHardwareNotReadyError
            case .format: return kAudioDeviceUnsupportedFormatError
            }
        }
        return noErr
    }

    /// Starts the hardware again after an interruption: programs written for desktops do not handle interruptions.
    private func resume() {
        turn.lock()
        defer { turn.unlock() }
        if wantsToRun, !remote.isRunning { _ = startHardware() }
    }

    /// Restarts at a changed rate, and stops when the device has been removed.
    private func follow() {
        turn.lock()
        defer { turn.unlock() }
        guard remote.isRunning else { return }
        let there = Set(client.device.ports.map(\.uid))
        let own = device.outputs + device.inputs
        if !own.isEmpty, own.allSatisfy({ !there.contains($0.uid) }) { return remote.stop() }
        guard remote.given.bus.sampleRate != client.device.timing.sampleRate else { return }
        remote.stop(keepsPorts: true)
        _ = startHardware()
    }

    // MARK: Time

    /// The present sample time and host time of the device; nil while it does not run.
    var time: AudioTimeStamp? {
        var (sample, host) = (Int64(0), UInt64(0))
        guard isRunning, let context, sordino_device_cycle_last(cycle, &sample, &host) else { return nil }
        let now = context.system.hardware.now.nanoseconds
        let passed = Double(now - Int64(clamping: host)) / 1e9
        var time = AudioTimeStamp()
        time.mSampleTime = Double(sample) + passed * client.device.timing.sampleRate
        time.mHostTime = UInt64(max(0, now))
        time.mRateScalar = 1
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        return time
    }

    /// Completes a time with its sample time or host time, whichever is missing; nil while nothing runs.
    func translate(_ time: AudioTimeStamp) -> AudioTimeStamp? {
        var (sample, host) = (Int64(0), UInt64(0))
        guard isRunning, sordino_device_cycle_last(cycle, &sample, &host) else { return nil }
        let rate = client.device.timing.sampleRate
        var result = time
        if time.mFlags.contains(.sampleTimeValid) {
            let seconds = (time.mSampleTime - Double(sample)) / rate
            guard seconds.isFinite, abs(seconds) < 1e9 else { return nil }
            result.mHostTime = UInt64(max(0, Int64(clamping: host) + Int64(seconds * 1e9)))
        } else if time.mFlags.contains(.hostTimeValid) {
            let seconds = (Double(time.mHostTime) - Double(host)) / 1e9
            result.mSampleTime = Double(sample) + seconds * rate
        } else {
            return nil
        }
        result.mRateScalar = 1
        result.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        return result
    }
}
