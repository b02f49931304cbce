import SordinoPolicy
import SordinoRealtime

/// A device without hardware: ports, microphones, a stage and a clock, all of it in this process.
///
/// A peer of the hardware contract like any other, for tests, for machines without sound, and for programmers who test
/// their programs with incoming calls and the like. Three ways to run it:
/// - **Pulled**: nothing happens until `render(frames:)`, `advance(to:)` or `advance(seconds:)` is called; the calling
///   thread then renders whole blocks, and `now` is the number of frames rendered, as time. The same calls give the
///   same samples, bit for bit.
/// - **Paced**: `startPacing` gives the device a thread that renders block after block in real time, and rests while no
///   stream, glide, hook, sink or script needs a block.
/// - **Scripted**: `script` takes happenings with frame positions; beside either of the two.
///
/// A block, in this order:
/// 1. Happenings of the script whose frame has come, and the hooks of `beforeBlock`, until neither finds anything to
///    do. Blocks are never cut short, as a real device's are not: a happening takes effect with the first block that
///    begins at its frame or later. For an exact position choose a frame at the edge of a block.
/// 2. The block is rendered: microphones, programs in the order of summation, stage, device volume. Its first frame is
///    at `now`.
/// 3. `now` moves to the block's end; sinks receive the sound of the ports; the hooks of `afterBlock` run.
///
/// Hardware events reach the listener on the thread that caused them, before the causing call returns (unless another
/// thread is delivering one: then that thread delivers them all, in order).
/// The stage is a `StageMixer`. The device buffers nothing: a frame rendered at `now` leaves the port at `now`;
/// `latencySeconds` of a port has the latency of a real one, but nothing is delayed.
///
/// - Thread: everything may be called from any thread but the render thread; hooks and sinks run on the thread that
///   drives.
package final class VirtualDevice: Hardware, @unchecked Sendable {
    package let name: String
    package let limits: HardwareLimits
    /// The programs' mixer; the same object as `stage`.
    package let mixer: StageMixer

    let control: Guarded<VirtualControl>
    /// Held while a block renders.
    ///
    /// Taken only by changes that must wait for the block's end: stopping a stream, and changing the memory that the
    /// renderer owns.
    let renderGate: Guarded<VirtualRenderer>
    /// The volume's ramp; guarded by the render gate.
    let volumeControl: GainControl
    private let cycle: UnsafeMutablePointer<StreamCycle>

    /// Makes a device of a certain kind.
    ///
    /// - Parameters:
    ///   - profile: The built-in ports, and the possible rates and blocks.
    ///   - timing: What it runs at from the beginning; granted like a request. Nil for the profile's.
    package convenience init(_ profile: VirtualProfile, timing: HardwareTiming? = nil) {
        self.init(
            name: "virtual \(profile.rawValue)", ports: profile.ports, limits: profile.limits,
            timing: timing ?? profile.timing)
    }

    /// Makes a device of one's own design.
    ///
    /// - Parameters:
    ///   - ports: There from the beginning, in this order; their UIDs are unique.
    ///   - limits: What the device can run at; at least one rate, blocks of at least 1 frame.
    ///   - timing: What it runs at from the beginning; granted like a request.
    package init(name: String, ports: [Port], limits: HardwareLimits, timing: HardwareTiming) {
        precondition(!limits.sampleRates.isEmpty, "a device runs at some rate at least")
        precondition(limits.blockFrames.lowerBound > 0, "a block has one frame at least")
        self.name = name
        self.limits = limits
        let granted = limits.granting(timing)
        let frameCapacity = limits.blockFrames.upperBound
        mixer = StageMixer(sampleRate: granted.sampleRate, frameCapacity: frameCapacity)
        volumeControl = GainControl(initial: 1, curve: .linear, frameCapacity: frameCapacity)
        cycle = .allocate(capacity: 1)
        cycle.initialize(
            to: StreamCycle(
                frameCount: 0, sampleTime: 0, hostNanoseconds: 0, sampleRate: granted.sampleRate, output: nil,
                outputChannelCount: 0))
        renderGate = Guarded(VirtualRenderer(stage: mixer.renderer, cycle: cycle))
        control = Guarded(VirtualControl(timing: granted))
        for port in ports { arrive(port) }
        mixer.whenChanged { [weak self] in self?.wakePacer() }
    }

    /// A paced device's thread holds the device: end the pacing first.
    deinit { cycle.deallocate() }

    package var stage: any Stage { mixer }

    // MARK: - Timing, volume and gain

    package func begin(_ listener: @escaping @Sendable (HardwareEvent) -> Void) {
        let ports = ports
        control.withLock { control in
            control.listener = listener
            control.pendingEvents = HardwareEventQueue()
            if !ports.isEmpty { control.pendingEvents.append(.portsArrived(ports)) }
        }
        sendEvents()
    }

    package var ports: [Port] { control.withLock { control in control.ports.map(\.port) } }

    package var timing: HardwareTiming { control.withLock(\.timing) }

    @discardableResult
    package func request(_ timing: HardwareTiming) -> HardwareTiming {
        let granted = limits.granting(timing)
        let hasChanged = control.withLock { control in
            guard control.timing != granted else { return false }
            control.changeTiming(granted)
            return true
        }
        if hasChanged {
            mixer.setSampleRate(granted.sampleRate)
            tell(.timing(granted))
        }
        return granted
    }

    /// The output volume of the device, 0 to 1.
    ///
    /// Setting it here causes no event: `HardwareEvent.volume` reports changes by the user (`turnVolume`). Changes fade
    /// over `StageFade.seconds`.
    package var volume: Float {
        get { control.withLock(\.volume) }
        set {
            let clamped = newValue.isFinite ? min(max(newValue, 0), 1) : 0
            control.withLock { $0.volume = clamped }
            renderGate.withLock { _ in volumeControl.wish(clamped, rampSeconds: 0) }
            wakePacer()
        }
    }

    /// Sets a factor for the samples of a microphone; nil restores 1.
    package func setInputGain(_ gain: Float?, portUID: String) {
        let placed = control.withLock { $0.port(uid: portUID) }
        guard let placed, placed.port.isInputGainSettable else { return }
        renderGate.withLock { _ in placed.virtual.cell.pointee.gain = gain ?? 1 }
    }

    package var now: Moment { control.withLock { $0.pacer == nil ? $0.now : $0.pacedNow } }

    // MARK: - Streams

    package func openStream(
        _ description: StreamDescription, renderer: StreamRenderer
    ) throws(HardwareError) -> any HardwareStream {
        let refusal = control.withLock { control -> HardwareError? in
            if control.isLost { return .gone }
            if let fault = control.openFaults.first {
                control.openFaults.removeFirst()
                return fault
            }
            return control.refusal(for: description)
        }
        if let refusal { throw refusal }
        let stream = VirtualStream(description, renderer: renderer, device: self)
        control.withLock { $0.openStreams.append(stream.stageStream) }
        return stream
    }

    // MARK: - Events

    /// Delivers an event to the listener, now or after the one that is being delivered.
    func tell(_ event: HardwareEvent) {
        control.withLock { control in
            // Before `begin` there is no listener, and `begin` reports the present state.
            if control.listener != nil { control.pendingEvents.append(event) }
        }
        sendEvents()
    }

    private func sendEvents() {
        while true {
            let next = control.withLock { control -> (VirtualControl.Listener, HardwareEvent)? in
                guard !control.isSendingEvents, let listener = control.listener,
                    let event = control.pendingEvents.popFirst()
                else { return nil }
                control.isSendingEvents = true
                return (listener, event)
            }
            guard let (listener, event) = next else { return }
            listener(event)
            control.withLock { $0.isSendingEvents = false }
        }
    }
}

extension HardwareLimits {
    /// Returns the granted timing: the nearest rate (of two equally near ones the higher), the block within its bounds.
    package func granting(_ timing: HardwareTiming) -> HardwareTiming {
        let wanted = timing.sampleRate.isFinite ? timing.sampleRate : 0
        let nearest = sampleRates.min { left, right in
            let (toLeft, toRight) = (abs(left - wanted), abs(right - wanted))
            return toLeft == toRight ? left > right : toLeft < toRight
        }
        return HardwareTiming(
            sampleRate: nearest ?? wanted,
            blockFrames: min(max(timing.blockFrames, blockFrames.lowerBound), blockFrames.upperBound))
    }
}
