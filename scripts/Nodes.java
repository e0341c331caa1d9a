import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Starts one real OpenSearch node of a cluster on the loopback address and holds it until the process ends. */
public final class Nodes {
    public static void main(final String[] given) throws Exception {
        final String folder = given[0];
        final int number = Integer.parseInt(given[1]);
        final int nodes = Integer.parseInt(given[2]);
        final int port = Integer.parseInt(given[3]);
        final List<String> names = new ArrayList<>();
        final List<String> hosts = new ArrayList<>();
        for (int one = 1; one <= nodes; one++) {
            names.add("node-" + one);
            hosts.add("127.0.0.1:" + (port + 100 + one));
        }
        final OpenSearchRunner runner = new OpenSearchRunner();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try { runner.close(); } catch (final Exception ignored) { }
        }));
        runner.onBuild((ignored, settings) -> {
            settings.put("node.name", names.get(number - 1));
            settings.put("network.host", "127.0.0.1");
            settings.put("http.port", port + number - 1);
            settings.put("transport.port", port + 100 + number);
            settings.putList("discovery.seed_hosts", hosts);
            settings.putList("cluster.initial_cluster_manager_nodes", names);
            settings.put("bootstrap.memory_lock", false);
            settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
            settings.put("processors", 2);
        }).build(newConfigs().basePath(folder).numOfNode(1).clusterName("opencouncil-test-" + port).useLogger());
        System.out.println("started");
        new CountDownLatch(1).await();
    }
}
