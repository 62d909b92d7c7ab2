conda create -y -n issue_compress-no-axis python=3.11
conda activate issue_compress-no-axis
pip install -r requirements.txt pytest
pytest -sx test_issue_compress-no-axis.py
