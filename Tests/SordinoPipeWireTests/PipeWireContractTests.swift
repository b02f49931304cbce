import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import Testing

/// PipeWire under the contract of every peer, on a server of the test's own with virtual devices.
extension PipeWireTests {
    @Suite(.serialized) struct PipeWireContractTests {
        @Test(arguments: HardwareContract.checks)
        func pipeWireKeepsTheContract(check: HardwareContract.Check) throws {
            let stand = try PipeWireStand(quantum: 1_024)
            try check.run(stand.bench)
        }
    }
}
