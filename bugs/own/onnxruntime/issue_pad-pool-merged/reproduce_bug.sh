conda create -y -n issue_pad-pool-merged python=3.11
conda activate issue_pad-pool-merged
pip install -r requirements.txt pytest
pytest -sx test_issue_pad-pool-merged.py
