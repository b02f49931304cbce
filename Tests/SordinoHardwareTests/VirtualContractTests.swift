import HardwareContract
import SordinoHardware
import SordinoPolicy
import Testing

/// The virtual device under the contract of every peer.
@Suite struct VirtualContractTests {
    private func bench(block: Int) -> ContractBench {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: block))
        let recording = device.record(portUID: "Speaker")
        return ContractBench(
            hardware: device, outputUID: "Speaker", inputUID: "Built-In Microphone",
            pass: { device.render(frames: $0) }, played: { recording.samples },
            plug: { device.plug(.headphones) }, unplug: { device.unplug(deviceUID: "Wired Headphones") },
            loseServer: { device.loseServer() }, restartServer: { device.restartServer() })
    }

    @Test(arguments: HardwareContract.checks, [64, 256, 1_024, 4_096])
    func theVirtualDeviceKeepsTheContract(check: HardwareContract.Check, block: Int) throws {
        try check.run(bench(block: block))
    }
}
