conda create -y -n issue_ndtri-domain python=3.11
conda activate issue_ndtri-domain
pip install -r requirements.txt
pytest -sx test_issue_ndtri-domain.py
