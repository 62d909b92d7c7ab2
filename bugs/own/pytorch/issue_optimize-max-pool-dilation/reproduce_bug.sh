conda create -y -n issue_optimize-max-pool-dilation python=3.11
conda activate issue_optimize-max-pool-dilation
pip install -r requirements.txt pytest
pytest -sx test_issue_optimize-max-pool-dilation.py
