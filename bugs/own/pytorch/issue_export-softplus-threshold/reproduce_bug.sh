conda create -y -n issue_export-softplus-threshold python=3.11
conda activate issue_export-softplus-threshold
pip install -r requirements.txt pytest
pytest -sx test_issue_export-softplus-threshold.py
